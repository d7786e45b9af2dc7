"""Writes a table into a document, between two comments with its name."""


def put(path, name, text):
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"
    with open(path, encoding="utf-8") as file:
        before, _, rest = file.read().partition(begin)
    _, found, after = rest.partition(end)
    if not found:
        raise SystemExit(f"{path} has no place for {name}")
    with open(path, "w", encoding="utf-8") as file:
        file.write(before + begin + text.rstrip("\n") + "\n" + end + after)
