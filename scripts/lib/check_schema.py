"""Checks the JSON Schema of recipes with the validator jsonschema, for scripts/check-schema."""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml
from jsonschema import Draft202012Validator

import documents

# Wrong recipes, each with one mistake.
WRONG = """
packshot: 2
outputs: [ { file: "{stem}.png" } ]
---
outputs: [ { file: "{stem}.png" } ]
---
packshot: 1
---
packshot: 1
outputs: []
---
packshot: 1
output: [ { file: "{stem}.png" } ]
outputs: [ { file: "{stem}.png" } ]
---
packshot: 1
name: ""
outputs: [ { file: "{stem}.png" } ]
---
packshot: 1
working: lineal
outputs: [ { file: "{stem}.png" } ]
---
packshot: 1
sources: { badge: { resize: { width: 3 } } }
outputs: [ { file: "{stem}.png" } ]
---
packshot: 1
sources: { badge: 3 }
outputs: [ { file: "{stem}.png" } ]
---
packshot: 1
steps: { resize: { width: 3 } }
outputs: [ { file: "{stem}.png" } ]
---
packshot: 1
steps: [ emboss ]
outputs: [ { file: "{stem}.png" } ]
---
packshot: 1
steps: [ resize ]
outputs: [ { file: "{stem}.png" } ]
---
packshot: 1
steps: [ { resize: {} } ]
outputs: [ { file: "{stem}.png" } ]
---
packshot: 1
steps: [ circle ]
outputs: [ { file: "{stem}.png" } ]
---
packshot: 1
sources: { badge: { circle: null } }
outputs: [ { file: "{stem}.png" } ]
---
packshot: 1
steps: [ { resize: { width: 3 }, sepiaTone: 1 } ]
outputs: [ { file: "{stem}.png" } ]
---
packshot: 1
steps: [ { resize: { widht: 3 } } ]
outputs: [ { file: "{stem}.png" } ]
---
packshot: 1
steps: [ { resize: { width: 3.5 } } ]
outputs: [ { file: "{stem}.png" } ]
---
packshot: 1
steps: [ { resize: { width: 3, kernel: lancoz3 } } ]
outputs: [ { file: "{stem}.png" } ]
---
packshot: 1
steps: [ { fit: { width: 3 } } ]
outputs: [ { file: "{stem}.png" } ]
---
packshot: 1
steps: [ { colorMatrix: { linear: true } } ]
outputs: [ { file: "{stem}.png" } ]
---
packshot: 1
steps: [ { CIColorMatrix: { inputRVector: [1, 0, 0] } } ]
outputs: [ { file: "{stem}.png" } ]
---
packshot: 1
steps: [ { sepiaTone: 1.5 } ]
outputs: [ { file: "{stem}.png" } ]
---
packshot: 1
steps: [ { CISepiaTone: { inputIntensity: 1, intensity: 1 } } ]
outputs: [ { file: "{stem}.png" } ]
---
packshot: 1
steps: [ { orient: 9 } ]
outputs: [ { file: "{stem}.png" } ]
---
packshot: 1
steps: [ { flatten: "#ffff0" } ]
outputs: [ { file: "{stem}.png" } ]
---
packshot: 1
steps: [ { flatten: "#fff8" } ]
outputs: [ { file: "{stem}.png" } ]
---
packshot: 1
outputs: [ { file: "{stem}.jpg", background: transparent } ]
---
packshot: 1
steps: [ { circle: { frame: [1, 2, 3] } } ]
outputs: [ { file: "{stem}.png" } ]
---
packshot: 1
steps: [ { circle: { frame: [0, 0, 0, 5] } } ]
outputs: [ { file: "{stem}.png" } ]
---
packshot: 1
steps: [ { colorMatrix: [ [1, 0, 0, 0, 0] ] } ]
outputs: [ { file: "{stem}.png" } ]
---
packshot: 1
outputs: [ { quality: 82 } ]
---
packshot: 1
outputs: [ { file: "{}.png" } ]
---
packshot: 1
outputs: [ { file: "/{stem}.png" } ]
---
packshot: 1
outputs: [ { file: "{stem}.jpg", quality: 101 } ]
---
packshot: 1
outputs: [ { file: "{stem}.png", compression: 10 } ]
---
packshot: 1
outputs: [ { file: "{stem}.png", compression: tiny } ]
---
packshot: 1
outputs: [ { file: "{stem}.png", depth: 12 } ]
---
packshot: 1
outputs: [ { file: "{stem}.png", steps: [ { resize: 3 } ] } ]
---
packshot: 1
outputs: [ { file: "{stem}.png" } ]
catalog: { sku: "[A-Z]+" }
"""

# A valid recipe, with forms that the project's recipes don't use.
RIGHT = """
packshot: 1
name: all forms
working: linear
sources:
  badge: { circle: { size: [9, 9], fill: white, stroke: "#12345678", scale: 1.5 } }
steps:
  - orient: none
  - sepiaTone
  - sepiaTone: 0.5
  - sepiaTone: {}
  - CISepiaTone: { inputIntensity: 0.5 }
  - CISourceOverCompositing: { inputImage: badge, at: topRight }
  - crop: { x: 1, y: 2, width: 3, height: 4, at: null }
  - pad: 4
  - opacity: { amount: 0.25 }
  - flatten: maroon
outputs:
  - { file: "{stem}.png", compression: small }
  - { file: "x/{sku}/{view}-{width}x{height}", format: png, compression: 0, depth: 16, background: "#fff" }
catalog: { sku: "(?<sku>[A-Z]+)_(?<view>.+)" }
"""


def completed(block):
    """A YAML block of a document as a complete recipe. None if the block isn't a recipe, such as a golden case."""
    value = yaml.safe_load(block)
    if re.match(r"# \S*case\.yaml\n", block) or (isinstance(value, dict) and {"apiVersion", "jobs"} & value.keys()):
        return None
    if isinstance(value, list):
        value = {"outputs" if all("file" in item for item in value) else "steps": value}
    return yaml.safe_dump({"packshot": 1, "outputs": [{"file": "{stem}.png"}], **value})


def recipes(packshot):
    """Every recipe of the project, by name."""
    for path in sorted(Path("Assets/recipes").glob("*.yaml")):
        yield str(path), path.read_text()
    for document in [documents.README, *documents.guides()]:
        for language, line, block in documents.blocks(document):
            if language == "yaml" and (text := completed(block)):
                yield f"{document.name}:{line}", text
    yield "packshot init", subprocess.run([packshot, "init"], check=True, capture_output=True, text=True).stdout
    yield "all forms", RIGHT


def takes(packshot, text):
    """Whether `packshot recipe check` accepts a recipe."""
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as recipe:
        recipe.write(text)
        recipe.flush()
        return subprocess.run([packshot, "recipe", "check", recipe.name], capture_output=True).returncode == 0


def main():
    packshot = sys.argv[1]
    printed = subprocess.run([packshot, "recipe", "schema"], check=True, capture_output=True, text=True).stdout
    schema = json.loads(printed)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)

    problems = []
    right = list(recipes(packshot))
    for name, text in right:
        for error in validator.iter_errors(yaml.safe_load(text)):
            problems.append(f"{name} is refused at {error.json_path}: {error.message}")
    wrong = WRONG.split("---\n")
    for text in wrong:
        if validator.is_valid(yaml.safe_load(text)):
            problems.append(f"the schema accepts this invalid recipe:\n{text}")
    # The program must agree with both lists.
    for text in [RIGHT, *wrong]:
        if takes(packshot, text) != (text == RIGHT):
            problems.append(f"`packshot recipe check` disagrees about this recipe:\n{text}")

    print(*problems, sep="\n", end="\n" if problems else "")
    print(f"the recipes' schema accepts {len(right)} valid recipes and refuses {len(wrong)} invalid ones"
          if not problems else f"{len(problems)} problems with the recipes' schema")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
