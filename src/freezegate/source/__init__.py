"""Facts from text: source and diffs in, values out; nothing here imports what it reads about."""
