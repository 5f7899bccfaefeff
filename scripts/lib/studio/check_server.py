"""Attacks a studio: hosts, origins and tokens of others, broken HTTP, hostile forms, paths and records, floods and slow senders.
Usage: check_server.py PACKSHOT"""

import html
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
import zlib

from client import SCRIPTS, Answer, Studio, check, quoted, wrong

RECIPE = 'packshot: 1\noutputs:\n  - { file: "{stem}.png", steps: [ { resize: { width: 40 } } ] }\n'


def check_gate(studio):
    own = f"127.0.0.1:{studio.port}"
    for host in ("evil.example", f"evil.example:{studio.port}", "127.0.0.1", "127.0.0.1:1", f"127.0.0.1.evil.example:{studio.port}",
                 f"{own}@evil", f"[::1]:{studio.port}", "", None):
        for path in ("/products", f"/?token={studio.token}"):
            check(f"host {host}", studio.ask("GET", path, Host=host).status in (400, 403))
    name, secret = studio.cookie.split("=")
    for cookie in (None, "", name, name + "=", f"{name}={'0' * 64}", f"{name}={secret[:-1]}", f"{name}={secret}0", f"x{studio.cookie}",
                   f"{name}={secret.upper()}", f"{name}={studio.form}", f"{name}=%00{secret}"):
        for path in ("/products", "/studio.js", "/changes", "/photos/x/small", "/nothing"):
            check(f"cookie {cookie} for {path}", studio.ask("GET", path, Cookie=cookie).status, 403)
        check(f"cookie {cookie} in a form", studio.ask("POST", "/makers/new", {"name": "gate"}, Cookie=cookie).status, 403)
    for token in ("", "0" * 64, secret[:-1], secret + "0", "%00" + secret, studio.form):
        answer = studio.ask("GET", "/?token=" + token, Cookie=None)
        check(f"token {token}", (answer.status, "set-cookie" in answer.headers), (403, False))
    for origin in (None, "", "null", "http://evil.example", f"https://{own}", "http://127.0.0.1:1", f"http://{own}.evil.example",
                   f"http://evil.example:{studio.port}", f"http://x@{own}"):
        check(f"origin {origin}", studio.ask("POST", "/makers/new", {"name": "gate"}, Origin=origin).status, 403)
    for form in ("", "0" * 64, studio.token, studio.form[:-1], studio.form + "0", studio.form.upper()):
        for path in ("makers/new", "undo", "redo", "recipes/try", "recipes/edit", "goldens/check", "goldens/approve", "goldens/reject"):
            check(f"form token for {path}", studio.ask("POST", "/" + path, {"form": form, "name": "gate"}).status, 403)
    check("a form without a token", studio.ask("POST", "/makers/new", b"name=gate").status, 403)
    check("nothing was written", "gate" in studio.ask("GET", "/makers").text, False)


def check_http(studio):
    form, get = b"form=" + studio.form.encode(), studio.head("GET", "/products")
    for what, data, allowed in (
        ("garbage", b"\x16\x03\x01\x02\0\x01\xfc\x03\x03\r\n\r\n", (0, 400)), ("no path", b"GET\r\n\r\n", (0, 400)),
        ("HTTP/1.0", b"GET / HTTP/1.0\r\n\r\n", (400, 403)), ("HTTP/9.9", b"GET / HTTP/9.9\r\n\r\n", (0, 400, 403, 505)),
        ("64 KB header", studio.head("GET", "/products", X="a" * 65536), (200, 400, 431)),
        ("1 MB header", studio.head("GET", "/products", X="a" * (1 << 20)), (0, 400, 431)),
        ("10,000 headers", get[:-2] + b"".join(b"X%d: a\r\n" % i for i in range(10_000)) + b"\r\n", (0, 400, 431)),
        ("two hosts", get.replace(b"\r\n", b"\r\nHost: evil.example\r\n", 1), (200, 400, 403)),
        ("another site's address", studio.head("GET", "http://evil.example/products"), (200, 400, 403, 404)),
        ("NUL", studio.head("GET", "/products", X="a\0b"), (400,)), ("raw bytes", studio.head("GET", "/\xff\xfe"), (400, 404)),
        ("a bare line feed", b"GET / HTTP/1.1\nHost: x\n\n", (0, 400, 403)),
        *((what, studio.head("POST", "/makers/new", **changes) + body, allowed) for what, changes, body, allowed in (
            ("negative length", {"Content_Length": -1}, b"x", (400,)), ("endless length", {"Content_Length": "9" * 30}, b"x", (400,)),
            ("both lengths", {"Content_Length": 5, "Transfer_Encoding": "chunked"}, b"0\r\n\r\n", (400,)),
            ("10 GB form", {"Content_Length": 10 << 30}, form, (0, 400, 413)),
            ("10 GB of nobody", {"Content_Length": 10 << 30, "Cookie": None}, form, (403,)),
            ("chunked garbage", {"Transfer_Encoding": "chunked"}, b"zzzz\r\nform=x\r\n", (0, 400)),
            ("endless chunk", {"Transfer_Encoding": "chunked"}, b"f" * 16 + b"\r\nform=x\r\n", (0, 400)),
            ("foreign encoding", {"Transfer_Encoding": "gzip"}, b"x", (0, 400, 403, 501)))),
    ):
        status = Answer(studio.send(data, wait=1)).status
        check(f"{what}: status {status} is allowed", status in allowed)
    cut = Answer(studio.send(studio.head("POST", "/makers/new", Content_Length=500) + form + b"&name=cut", end=True, wait=2)).status
    check(f"a body that is cut short: status {cut} is allowed", cut in (0, 400))
    check("it isn't used", "cut" in studio.ask("GET", "/makers").text, False)
    many = studio.head("GET", "/studio.css", Connection="keep-alive") * 50 + studio.head("GET", "/studio.css")
    check("51 requests at once", studio.send(many).count(b"HTTP/1.1 200 OK"), 51)
    for method in ("HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT"):
        studio.ask(method, "/products")
    for body in (b"&a=1" * 100_000, b"=" * 200_000, b"&" * 200_000, b"&name=" + b"a" * (8 << 20), b"&name=50%", b"&name=%zz", b"&name=%00",
                 b"&name=\xff\xfe\x80", b"&name=%ff", b"&name=[]{}|^\"<>`#\\", b"&name=%u0041", b"&form=x&name=a"):
        status = studio.ask("POST", "/customers/new", form + body).status
        check(f"form {body[:20]}: status {status} is allowed", status in (303, 400, 403, 413, 422))
    for text in ("%", "%zz", "%ff%fe", "%c3%28", "%00", "&&", "=&=", "9" * 40, str((1 << 63) - 1), str(-1 << 63), "(" * 20_000, '"', "a*^NEAR("):
        for path in ("products?q=", "products?where=", "products?from=", "photos?from=", "photos?where=", "photos?folder=", "photos?kind=",
                     "runs?from=", "sales?from=", "recipes/edit?file=", "goldens/suite?suite=", "photos/", "sales/"):
            studio.ask("GET", f"/{path}{text}")
    for path in ("/../../etc/passwd", "/..%2f..%2fetc%2fpasswd", "/studio.css/..%2f..", "/photos/..%2fx/small", "/" + "a/" * 20_000):
        check(f"{path[:30]}: status", studio.ask("GET", path).status, 404)


def everything(folder):
    """The files below a folder, with their sizes and times."""
    paths = [os.path.join(place, name) for place, _, names in os.walk(folder) for name in names]
    return sorted((path, os.lstat(path).st_size, os.lstat(path).st_mtime_ns) for path in paths)


def check_paths(studio, base):
    outside, recipe = everything(f"{base}/outside"), {"file": "new.yaml", "text": RECIPE, "version": "", "inputs": "photos", "output": "made"}
    for place in ("../outside/x.yaml", f"{base}/outside/x.yaml", "link/x.yaml", "l.yaml", "..", ".", "/etc/passwd", "//etc/passwd", "link",
                  "a/../../outside/x.yaml", "%2e%2e/x.yaml/..", "r.yaml\0/../../outside/x.yaml", ".hidden/x.yaml", "a" * 300 + "/x.yaml",
                  "fifo.yaml", "/dev/zero"):
        answers = [studio.ask("GET", f"/{path}={quoted(place)}") for path in (
            "recipes/edit?file", "goldens/suite?suite", "goldens/picture?suite=goldens&picture=actual&case", "goldens/picture?case=a&picture")]
        for name, action in [("file", "save")] + [(name, action) for name in ("file", "inputs", "output") for action in ("plan", "run")]:
            answers.append(studio.ask("POST", "/recipes/edit", recipe | {name: place, "action": action}))
        answers.append(studio.ask("POST", "/recipes/try", recipe | {"photo1": place, "shown": str(1 << 62)}))
        for suite in (place, "goldens"):
            answers += [studio.ask("POST", f"/goldens/{action}", {"suite": suite, "approval": place, "case": place})
                        for action in ("check", "approve", "reject")]
        check(f"{place[:40]!a}: what is outside", [answer.text for answer in answers if re.search("THE-SECRET|root:x", answer.text)], [])
    for output in ("../x.png", f"{base}/outside/x.png", "{relative}/../../outside/x.png", "out/{stem}.png"):
        text = RECIPE.replace("{stem}.png", output)
        studio.ask("POST", "/recipes/edit", recipe | {"action": "run", "file": f"o{len(output)}.yaml", "text": text, "output": "linked"})
    for text in ("[" * 60_000, "- " * 60_000, f"a: &a [{'x,' * 99}]\nb: &b [{'*a,' * 99}]\nc: [{'*b,' * 99}]", "\0", "packshot: 1\noutputs: []"):
        check("a hostile recipe: status", studio.ask("POST", "/recipes/try", recipe | {"text": text}).status, 200)
    check("files outside", everything(f"{base}/outside"), outside)
    check("names beside the folder", sorted(os.listdir(base)), ["outside", "shop"])


def picture(width=8, height=8):
    """A PNG, which for larger sizes promises more than it has."""
    def chunk(kind, data):
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")
    header = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x02\0\0\0"
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0" * 200)) + chunk(b"IEND", b"")


def check_records(studio, base):
    texts = SCRIPTS + ("../../../outside", "{{{form}}}", "\0", "\u202e\ufeff", "a\r\nSet-Cookie: x=1", "9" * 400, "-1e400", "NaN",
                       "9999-12-31 23:59", '#1e90ff"x', "é" * 3000)
    pages = {}
    for kind, names in {"products": "name sku price currency quantity rating tint makers collections url note", "makers": "name",
                        "sales": "product customer quantity unitPrice soldAt", "customers": "name email phone", "collections": "name"}.items():
        for number, (name, text) in enumerate((name, text) for name in names.split() for text in texts):
            valid = {"product": "P0"} if kind == "sales" else {"name": f"{kind} {number}", "sku": f"S{number}", "currency": "EUR"}
            answer = studio.ask("POST", f"/{kind}/new", valid | {name: text})
            check(f"{kind}.{name}: a header from a field", "set-cookie" in answer.headers, False)
            if answer.status == 303:
                pages.setdefault(kind, []).append(answer.headers["location"].split("?")[0])
    for page in sum(pages.values(), ["/" + kind for kind in pages] + ["/history", "/recipes", "/goldens", "/photos?kind=all"])[::2]:
        check(f"{page}: status", studio.ask("GET", page).status, 200)
    for product in pages["products"][:15:2]:
        for name in (f"{SCRIPTS[0]}.png", f"{SCRIPTS[1]}.png", "../../../outside/a.png", "..", "/etc/x", "a\\..\\b.png", "\0.png",
                     "n" * 5000 + ".png", "\udcff.png", "x.yaml"):
            path = f"{product}/photos?name={quoted(name)}"
            status = studio.ask("POST", path, picture(), X_Form=studio.form).status
            check(f"a photo called {name[:30]!a}: status {status} is allowed", status in (201, 400, 409, 422))
            check("a recipe as a photo", studio.ask("POST", path, RECIPE.encode(), X_Form=studio.form).status != 201)
    path = pages["products"][0] + "/photos?name=a.png"
    check("a photo without the form token", studio.ask("POST", path, picture()).status, 403)
    check("a photo of 10 GB", Answer(studio.send(studio.head("POST", path, X_Form=studio.form, Content_Length=10 << 30), wait=2)).status, 413)
    # Without the notes of what the studio put in place.
    photos = [path for path, _, _ in everything(f"{base}/shop/photos") if "/.replaced/" not in path]
    check("files that aren't photos", [path for path in photos if os.path.getsize(path) != len(picture())], [])
    addresses = re.findall(r'src="(/photos/[^"]*/small[^"]*)"', studio.ask("GET", "/photos").text)
    check("photos were added", min(len(addresses), len(photos)) > 30)
    bombs = (picture(60_000, 60_000), picture(1 << 30, 1 << 30), picture()[:50], b"", b"<svg onload='alert(1)'/>", b"\xff\xd8\xff" * 999)
    for number, path in enumerate(photos):
        with open(path, "wb") as file:
            file.write(bombs[number % len(bombs)])
    visits = [threading.Thread(target=studio.ask, args=["GET", html.unescape(address)]) for address in addresses[:40]]
    for visit in visits:
        visit.start()
    studio.check_served("hostile pictures")
    for visit in visits:
        visit.join()


def check_floods(studio):
    product = re.search(r"/products/[0-9a-f-]{36}", studio.ask("GET", "/products").text)[0]
    form = studio.head("POST", "/makers/new", Content_Length=10 << 30)
    upload = studio.head("POST", f"{product}/photos?name=slow.jpg", Content_Length=1000, X_Form=studio.form)
    idle = min(2000, limit - 300)
    for what, number, data in (("headers", 200, form[:-2]), ("forms", 200, form), ("uploads", 200, upload), ("idle", idle, b"")):
        connections = [studio.connect() for _ in range(number)]
        for second in range(3):
            for connection in connections:
                connection.sendall(b"" if second and not data else data if second == 0 else b"a")
            studio.check_served(f"{number} senders, {what}")
            time.sleep(1 if data else 0)
        for connection in connections:
            connection.close()
    before, connection = studio.memory(), studio.connect()
    try:
        connection.sendall(form + b"x" * (100 << 20))
    except OSError:
        pass
    check("100 MB of a form: kilobytes of memory", studio.memory() - before < 50_000)
    connection.close()
    studio.check_served("after floods")


_, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
limit = min(hard, 8192)
resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
with tempfile.TemporaryDirectory() as base:
    base = os.path.realpath(base)
    for folder in ("shop/photos", "shop/linked", "shop/goldens", "outside/pictures"):
        os.makedirs(f"{base}/{folder}")
    for name, content in (("outside/x.yaml", b"THE-SECRET: 1\npackshot: 1\n"), ("shop/<script>alert(1)<.yaml", RECIPE.encode()),
                          ("shop/r.yaml", RECIPE.encode()), ("shop/photos/P0_front.png", picture())):
        with open(f"{base}/{name}", "wb") as file:
            file.write(content)
    for name, target in (("link", "outside"), ("l.yaml", "outside/x.yaml"), ("linked/out", "outside"), ("goldens/a", "outside/pictures")):
        os.symlink(f"{base}/{target}", f"{base}/shop/{name}")
    os.mkfifo(f"{base}/shop/fifo.yaml")
    studio = Studio(sys.argv[1], f"{base}/shop")
    try:
        studio.ask("POST", "/products/new", {"name": "P0", "sku": "P0", "quantity": "9", "price": "1", "currency": "EUR"})
        check_gate(studio)
        check_http(studio)
        check_paths(studio, base)
        check_records(studio, base)
        check_floods(studio)
    except ConnectionError as error:
        wrong.append(f"the studio ended: {error!r}")
    studio.process.send_signal(signal.SIGTERM)
    try:
        check("exit code", studio.process.wait(20), 0)
    except subprocess.TimeoutExpired:
        studio.process.kill()
        wrong.append("the studio doesn't end")
    studio.log.seek(0)
    log = (studio.log.read() + studio.process.stdout.read()).decode(errors="replace")
    check("secrets in the output", [secret for secret in (studio.token, studio.form) if secret in log], [])
    check("crashes", re.findall(r"Fatal error.*|\*\*\* .* \*\*\*| at /\S*Sources/\S+", log)[:4], [])
print("\n".join(dict.fromkeys(wrong)), end="\n" if wrong else "")
sys.exit(1 if wrong else 0)
