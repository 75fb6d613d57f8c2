from pathlib import Path

import msgspec

from freezegate.wire.schema import ARTIFACTS, schemas

PUBLISHED = Path(__file__).parents[3] / "schema"


def test_the_published_schemas_are_in_step_with_the_values() -> None:
    published = {path.name: path.read_bytes() for path in PUBLISHED.iterdir()}
    assert published == schemas()


def test_each_artifact_has_a_schema_that_knows_its_keys() -> None:
    made = schemas()
    assert list(made) == [f"{stem}.schema.json" for stem in ARTIFACTS]
    for stem, type_ in ARTIFACTS.items():
        schema = msgspec.json.decode(made[f"{stem}.schema.json"])
        assert schema["$schema"].endswith("/draft/2020-12/schema")
        definition = schema["$defs"][type_.__name__]
        names = {field.encode_name for field in msgspec.structs.fields(type_)}
        assert set(definition["properties"]) == names
        assert definition["additionalProperties"] is False
