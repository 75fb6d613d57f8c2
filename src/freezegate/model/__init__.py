"""Values: frozen structs and enums, always valid once built."""
