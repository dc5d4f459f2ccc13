"""An Atalaya agent in Python, with nothing but the standard library: reports the load, and answers `ping`.

ATALAYA_SERVER=http://localhost:3000 ATALAYA_TOKEN=at_... python3 agent.py
"""
import json, os, time, urllib.error, urllib.request, uuid
from datetime import datetime, timezone

URL = os.environ["ATALAYA_SERVER"].rstrip("/") + "/api/agent/v1/sync"
HEADERS = {"authorization": "Bearer " + os.environ["ATALAYA_TOKEN"], "content-type": "application/json"}
RUN = str(uuid.uuid4())
done = {}  # results by execId: a command that is delivered twice runs once
seq = 0


def frame(t, **d):
    return {"v": 1, "t": t, "d": d}


def sample():
    global seq
    seq += 1
    at = datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return frame("data", seq=seq, at=at, dataType="system", metrics={"load.1": os.getloadavg()[0]})


def carry_out(order):
    if order["name"] == "ping":
        return {"status": "succeeded", "output": "pong"}
    return {"status": "rejected", "reason": "This agent only answers ping"}


def answer(order):
    exec_id = order["execId"]
    if exec_id not in done:
        done[exec_id] = carry_out(order)
    return [frame("cmd.ack", execId=exec_id), frame("cmd.result", execId=exec_id, **done[exec_id])]


def talk():
    session, received, out, due = None, 0, [frame("hello", version="python-1", runId=RUN)], 0
    while True:
        if session and time.monotonic() >= due:
            out.append(sample())
            due = time.monotonic() + 10
        body = {"received": received, "frames": out, "waitS": 10, **({"session": session} if session else {})}
        request = urllib.request.Request(URL, json.dumps(body).encode(), HEADERS)
        with urllib.request.urlopen(request, timeout=40) as response:
            data = json.load(response)["data"]
        session, received = data["session"], received + len(data["frames"])
        out = [f for heard in data["frames"] if heard["t"] == "cmd" for f in answer(heard["d"])]
        if data["closed"]:
            if data["closed"]["code"] == 4004:
                raise SystemExit("The server no longer accepts this token")
            return


while True:
    try:
        talk()
    except urllib.error.HTTPError as error:
        if error.code == 401:
            raise SystemExit("The server refused the token")
        print("The server answered", error.code)
    except OSError as error:
        print("No connection:", error)
    time.sleep(5)
