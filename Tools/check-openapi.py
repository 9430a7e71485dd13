#!/usr/bin/env python3
"""Checks every exchange in a log of graphcal-emulator against the OpenAPI description of Microsoft Graph.

    Tools/check-openapi.py LOG.jsonl… [--openapi FILE] [--beyond FILE.tsv]

One line a failure, the rules with the number of exchanges each was applied to, and `N passed, N failed`
last. Exit status 1 when something failed or the logs hold nothing. Needs PyPI openapi-core.
"""
import argparse
import base64
import collections
import json
import os
import pathlib
import re
import sys
import urllib.parse

PACKAGE = pathlib.Path(__file__).resolve().parent.parent
SERVER = "https://graph.microsoft.com"

RULES = {
    "server": "server rewritten to graph.microsoft.com",
    "case": "path compared without case, and functions with or without () and namespace",
    "fault": "answer marked as a fault: skipped",
    "link": "required query parameters not asked of a link that the server made",
    "beyond": "operation outside the description, listed in beyond-openapi.tsv with its page",
    "inner": "request inside $batch checked as one of its own",
    "refused": "request that the server refused with 4xx: only the answer checked",
    "names": "action parameters compared without case, as the docs and the schema differ",
    "enums": "values of enumerations in requests compared without case",
    "strings": "booleans and numbers in requests written as strings",
    "media": "media type of a request or an answer taken as bytes, as photos come in any type",
}


class Counts(collections.Counter):
    """How often each rule was applied."""

    def report(self):
        for name, text in RULES.items():
            print(f"rule  {text}: {self[name]}")


class Schemas:
    """Reads request bodies as the service does: without case, with strings for numbers."""

    def __init__(self, document, counts):
        self.document, self.counts = document, counts

    def resolve(self, schema):
        while "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[-1]
            schema = self.document["components"]["schemas"][name]
        return schema

    def parts(self, schema):
        """The schema with everything it is combined of."""
        schema = self.resolve(schema)
        yield schema
        for key in ("allOf", "anyOf", "oneOf"):
            for part in schema.get(key, ()):
                yield from self.parts(part)

    def read(self, value, schema, used, is_top=False):
        parts = list(self.parts(schema))
        if isinstance(value, dict):
            properties = {}
            for part in reversed(parts):
                properties.update(part.get("properties", {}))
            by_case = {name.lower(): name for name in properties}
            result = {}
            for key, inner in value.items():
                name = key
                if is_top and key not in properties and key.lower() in by_case:
                    name = by_case[key.lower()]
                    used.add("names")
                if name in properties:
                    inner = self.read(inner, properties[name], used)
                result[name] = inner
            return result
        if isinstance(value, list):
            items = next((p["items"] for p in parts if "items" in p), None)
            return [self.read(x, items, used) for x in value] if items is not None else value
        if isinstance(value, str):
            return self.read_text(value, parts, used)
        return value

    def read_text(self, value, parts, used):
        for part in parts:
            for word in part.get("enum", ()):
                if word is not None and word != value and word.lower() == value.lower():
                    used.add("enums")
                    return word
        kinds = {part.get("type") for part in parts}
        if "boolean" in kinds and value.lower() in ("true", "false"):
            used.add("strings")
            return value.lower() == "true"
        if kinds & {"integer", "number"} and re.fullmatch(r"-?\d+", value):
            used.add("strings")
            return int(value)
        return value


class Paths:
    """Finds the description's path for one that was asked, as the service compares them."""

    def __init__(self, templates, words):
        self.templates = [(t, self.segments(t)) for t in templates]
        # The words that a function's argument takes, by its name.
        self.words = words

    @staticmethod
    def segments(path):
        return path.strip("/").split("/")

    @staticmethod
    def spread(path):
        """`events('A')` as `events/A`, the other way to write a key."""
        return re.sub(r"\('((?:[^']|'')*)'\)(?=/|$)", lambda m: "/" + m.group(1), path)

    @staticmethod
    def bare(segment):
        segment = re.sub(r"^microsoft\.graph\.", "", segment, flags=re.I)
        return segment.removesuffix("()").lower()

    @staticmethod
    def function(segment):
        """Name and arguments by their names of `f(a='x',b='y')`; the name alone elsewhere."""
        name, _, rest = segment.partition("(")
        arguments = re.findall(r"(\w+)=(?:[\w.]*'((?:[^']|'')*)'|[^,)]*)", rest)
        return Paths.bare(name), {name.lower(): value for name, value in arguments}

    def spell(self, part, arguments):
        """The template's function with the arguments that were given."""
        def argument(match):
            value = arguments[match[1].lower()]
            words = [w for w in self.words.get(match[1], ()) if w.lower() == value.lower()]
            return urllib.parse.quote((words or [value])[0], safe="")
        return re.sub(r"\{(\w+)\}", argument, part)

    def find(self, path):
        """The template and the path in its spelling, or None. Fixed segments win over open ones."""
        asked = [urllib.parse.unquote(s) for s in self.segments(path)]
        best = None
        for template, parts in self.templates:
            if len(parts) != len(asked):
                continue
            fixed, spelled = [], []
            for part, segment in zip(parts, asked):
                if part.startswith("{"):
                    fixed.append(0)
                    spelled.append(urllib.parse.quote(segment, safe=""))
                elif "(" in part:
                    name, arguments = self.function(segment)
                    wanted, names = self.function(part)
                    if (name, set(arguments)) != (wanted, set(names)):
                        break
                    fixed.append(1)
                    spelled.append(self.spell(part, arguments))
                elif self.bare(segment) == part.lower():
                    fixed.append(1)
                    spelled.append(part)
                else:
                    break
            else:
                if best is None or fixed > best[0]:
                    best = fixed, template, "/" + "/".join(spelled)
        return best and best[1:]


class Beyond:
    """The operations that are served although the description lacks them."""

    def __init__(self, file):
        self.rows = []
        for number, line in enumerate(file.read_text().splitlines(), 1):
            if not line or line.startswith("#"):
                continue
            columns = line.split("\t")
            if len(columns) != 3 or not columns[2].startswith("https://"):
                sys.exit(f"{file}:{number}: three columns belong here: method, path, page")
            methods, path, _ = columns
            pattern = re.sub(r"\\\{[^}]*\\\}", "[^/]+", re.escape(path))
            self.rows.append((set(methods.split(",")), re.compile(pattern + r"(\(\))?/?", re.I)))

    def has(self, method, path):
        return any(method in methods and p.fullmatch(path) for methods, p in self.rows)


def payload(body):
    """The bytes of a logged body."""
    if body is None:
        return b""
    if "json" in body:
        return json.dumps(body["json"]).encode()
    if "text" in body:
        return body["text"].encode()
    return base64.b64decode(body["base64"])


def plain(text):
    """What a text/plain answer says: a number where it is one, as $count gives it."""
    text = text.decode() if isinstance(text, bytes) else text
    return int(text) if re.fullmatch(r"\d+", text) else text


def links(value):
    """Every link of an answer that the client is to follow."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in ("@odata.nextLink", "@odata.deltaLink") and isinstance(inner, str):
                yield inner
            else:
                yield from links(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from links(inner)


class Check:
    def __init__(self, description, beyond):
        # Here, so that --help and a friendly word work without the library.
        import yaml
        from openapi_core import Config, OpenAPI
        from werkzeug.datastructures import Headers, ImmutableMultiDict

        self.headers, self.query = Headers, ImmutableMultiDict
        with open(description) as file:
            document = yaml.load(file, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        # Whose token it is, is checked elsewhere; the log masks it.
        document.pop("security", None)
        # A time of day has no offset, which the format of that name would demand; the pattern stays.
        for schema in document["components"]["schemas"].values():
            for inner in schema.get("properties", {}).values():
                if inner.get("format") == "time":
                    del inner["format"]
        self.document = document
        self.api = OpenAPI.from_dict(document, config=Config(
            spec_validator_cls=None, extra_media_type_deserializers={"text/plain": plain}))
        self.counts = Counts()
        self.schemas = Schemas(document, self.counts)
        self.paths = Paths(document["paths"], self.words())
        self.beyond = Beyond(beyond)
        self.links, self.passed, self.failed = set(), 0, 0
        self.operations = collections.Counter()

    def words(self):
        """The words of every enumeration among the parameters, by the parameter's name."""
        words = {}
        for path in self.document["paths"].values():
            lists = [path.get("parameters", ())] + [
                o.get("parameters", ()) for o in path.values() if isinstance(o, dict)]
            for parameter in (p for parameters in lists for p in parameters if "schema" in p):
                for part in self.schemas.parts(parameter["schema"]):
                    words.setdefault(parameter["name"], []).extend(part.get("enum", ()))
        return words

    def run(self, file):
        for number, line in enumerate(open(file), 1):
            exchange = json.loads(line)
            where = f"{pathlib.Path(file).name}:{number}"
            if exchange["fault"] is not None or exchange["response"] is None:
                self.counts["fault"] += 1
                continue
            self.exchange(where, exchange["request"], exchange["response"])
            body = exchange["response"]["body"] or {}
            self.links.update(links(body.get("json")))
            self.inner(where, exchange)

    def inner(self, where, exchange):
        """Each request of a $batch with its answer, as an exchange of its own."""
        url = urllib.parse.urlsplit(exchange["request"]["url"])
        if not url.path.lower().endswith("/$batch") or exchange["response"]["status"] != 200:
            return
        answers = {a["id"]: a for a in exchange["response"]["body"]["json"]["responses"]}
        for request in exchange["request"]["body"]["json"]["requests"]:
            answer = answers.get(request["id"])
            if answer is None:
                self.fail(where, "POST", "/$batch", f"no answer to the request {request['id']}")
                continue
            self.counts["inner"] += 1
            root = f"{url.scheme}://{url.netloc}/v1.0"
            self.exchange(
                f"{where}[{request['id']}]",
                {"method": request["method"], "url": root + request["url"],
                 "headers": list((request.get("headers") or {}).items()),
                 "body": self.inner_body(request)},
                {"status": answer["status"], "headers": list((answer.get("headers") or {}).items()),
                 "body": self.inner_body(answer)})

    @staticmethod
    def inner_body(message):
        body = message.get("body")
        if body is None:
            return None
        return {"base64": body} if isinstance(body, str) else {"json": body}

    def exchange(self, where, request, response):
        url = urllib.parse.urlsplit(request["url"])
        method, path = request["method"].upper(), url.path
        self.counts["server"] += 1
        graph = re.match(r"/v1\.0(?=/|$)", path, re.I)
        asked = path[graph.end():] if graph else None
        found = asked and self.paths.find(self.paths.spread(asked))
        template, spelled = found or (None, None)
        if template is None or method.lower() not in self.document["paths"][template]:
            refused = 400 <= response["status"] < 500
            if self.beyond.has(method, path):
                self.counts["beyond"] += 1
                self.passed += 1
            elif graph and refused:
                # Nothing there, and the server says so: only the shape of the refusal matters.
                self.counts["refused"] += 1
                self.settle(where, method, path, self.error_shape(response))
            else:
                self.fail(where, method, path, "neither in the description nor in beyond-openapi.tsv")
            return
        if spelled != asked:
            self.counts["case"] += 1
        self.operations[method + " " + template] += 1
        self.settle(where, method, path, self.problems(request, response, method, template, spelled, url))

    def error_shape(self, response):
        error = ((response["body"] or {}).get("json") or {}).get("error") or {}
        return [] if error.get("code") and error.get("message") else ["a refusal without error.code and error.message"]

    def problems(self, request, response, method, template, spelled, url):
        from openapi_core.validation.request.exceptions import MissingRequiredParameter

        operation = self.document["paths"][template][method.lower()]
        message = Message(self, request, method, spelled, url, operation)
        problems = []
        if 400 <= response["status"] < 500:
            self.counts["refused"] += 1
        else:
            is_link = self.is_link(request["url"])
            spared = False
            for error in self.api.iter_request_errors(message):
                if is_link and isinstance(error, MissingRequiredParameter):
                    spared = True
                else:
                    problems.append("request: " + tell(error))
            if spared:
                self.counts["link"] += 1
            for rule in message.used:
                self.counts[rule] += 1
        answer = Answer(self, response, operation)
        if response["status"] in (202, 204) and not answer.data:
            return problems
        problems += ["answer: " + tell(e) for e in self.api.iter_response_errors(message, answer)]
        return problems

    def is_link(self, url):
        if url in self.links:
            return True
        query = urllib.parse.urlsplit(url).query.lower()
        return "$deltatoken" in urllib.parse.unquote(query) or "$skiptoken" in urllib.parse.unquote(query)

    def settle(self, where, method, path, problems):
        if problems:
            self.fail(where, method, path, "; ".join(problems))
        else:
            self.passed += 1

    def fail(self, where, method, path, why):
        self.failed += 1
        print(f"FAIL  {where} {method} {path}: {why}")


class Message:
    """A request as openapi-core wants it."""

    def __init__(self, check, request, method, spelled, url, operation):
        from openapi_core.datatypes import RequestParameters

        self.used = set()
        self.host_url, self.path, self.method = SERVER, "/v1.0" + spelled, method.lower()
        self.full_url_pattern = SERVER + self.path
        headers = check.headers(request["headers"])
        query = check.query(urllib.parse.parse_qsl(url.query, keep_blank_values=True))
        self.parameters = RequestParameters(query=query, header=headers, cookie=check.query())
        self.content_type = headers.get("Content-Type", "").split(";")[0].strip().lower()
        content = operation.get("requestBody", {}).get("content", {})
        body = request["body"]
        if content and "application/json" not in content:
            self.used.add("media")
            self.content_type = next(iter(content))
        elif content and body and "json" in body:
            schema = content["application/json"]["schema"]
            body = {"json": check.schemas.read(body["json"], schema, self.used, is_top=True)}
        self.body = payload(body) or None


class Answer:
    """An answer as openapi-core wants it."""

    def __init__(self, check, response, operation):
        self.status_code = response["status"]
        self.headers = check.headers(response["headers"])
        self.data = payload(response["body"])
        self.content_type = self.headers.get("Content-Type", "").split(";")[0].strip().lower()
        status = str(self.status_code)
        described = operation["responses"].get(status) or operation["responses"].get(status[0] + "XX") or {}
        content = described.get("content", {})
        if content and "application/json" not in content:
            check.counts["media"] += 1
            self.content_type = next(iter(content))


def tell(error):
    """An error of the library in one line, with the places in the JSON it speaks of."""
    cause = error
    while cause.__cause__ is not None and not hasattr(cause, "schema_errors"):
        cause = cause.__cause__
    details = [
        "/".join(map(str, e.absolute_path)) + ": " + deepest(e) for e in getattr(cause, "schema_errors", ())]
    text = ", ".join(details) or f"{type(error).__name__}: {cause}"
    return " ".join(text.split())[:600]


def deepest(error):
    """The message of the branch of anyOf that came closest, else the error's own."""
    inner = [e for e in error.context or () if e.absolute_path]
    if inner:
        error = max(inner, key=lambda e: len(e.absolute_path))
        return "/".join(map(str, error.absolute_path)) + ": " + deepest(error)
    return error.message[:200]


def main():
    shared = pathlib.Path(os.environ.get("GRAPHCAL_SHARED") or PACKAGE.parent / "shared")
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("log", nargs="+")
    p.add_argument("--openapi", default=shared / "graph" / "openapi.yaml", type=pathlib.Path)
    p.add_argument("--beyond", default=PACKAGE / "Tools" / "beyond-openapi.tsv", type=pathlib.Path)
    p.add_argument("--operations", action="store_true", help="also list the operations seen")
    o = p.parse_args()
    if not o.openapi.exists():
        print(f"skipped: no {o.openapi}")
        return
    check = Check(o.openapi, o.beyond)
    for log in o.log:
        check.run(log)
    if o.operations:
        for name, count in sorted(check.operations.items()):
            print(f"{count:5} {name}")
    check.counts.report()
    print(f"{check.passed} passed, {check.failed} failed")
    sys.exit(1 if check.failed or not check.passed else 0)


if __name__ == "__main__":
    main()
