"""Where a service keeps its items and its counter: memory, a file, Redis or PostgreSQL."""
import json
import os
import socket
import threading
from urllib.parse import unquote, urlsplit


def from_environment(env, timeout):
    if env.get("DATABASE_URL"):
        return Postgres(env["DATABASE_URL"], timeout)
    if env.get("REDIS_URL"):
        return Redis(env["REDIS_URL"], timeout, env.get("LIST", "items"))
    if env.get("DATA_DIR"):
        return File(env["DATA_DIR"])
    return Memory()


class Memory:
    kind = "memory"

    def __init__(self):
        self._lock = threading.Lock()
        self._data = {"items": [], "counter": 0}

    def load(self):
        return self._data

    def save(self, data):
        self._data = data

    def ping(self):
        self.load()

    def items(self):
        return self.load()["items"]

    def counter(self):
        return self.load()["counter"]

    def add(self, item):
        return self._change(lambda data: {**data, "items": [*data["items"], item]})["items"]

    def increment(self):
        return self._change(lambda data: {**data, "counter": data["counter"] + 1})["counter"]

    def clear(self):
        return self._change(lambda data: {**data, "items": []})["items"]

    def _change(self, how):
        with self._lock:
            data = how(self.load())
            self.save(data)
            return data


class File(Memory):
    kind = "file"

    def __init__(self, directory):
        super().__init__()
        self._path = os.path.join(directory, "state.json")

    def load(self):
        try:
            with open(self._path, encoding="utf-8") as file:
                return json.load(file)
        except FileNotFoundError:
            return {"items": [], "counter": 0}

    def save(self, data):
        partial = self._path + ".partial"
        with open(partial, "w", encoding="utf-8") as file:
            json.dump(data, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(partial, self._path)

    def ping(self):
        if not os.access(os.path.dirname(self._path), os.W_OK):
            raise OSError(f"{os.path.dirname(self._path)}: not writable")
        self.load()


class Redis:
    """Speaks just enough of Redis' protocol; one connection for each command keeps failures simple."""

    kind = "redis"

    def __init__(self, url, timeout, key):
        parts = urlsplit(url)
        self._key = key
        self._address = (parts.hostname or "localhost", parts.port or 6379)
        self._password = unquote(parts.password or "")
        self._db = parts.path.strip("/")
        self._timeout = timeout

    def _run(self, *words):
        commands = [("AUTH", self._password)] if self._password else []
        commands += [("SELECT", self._db)] if self._db else []
        commands += [words]
        with socket.create_connection(self._address, self._timeout) as connection, connection.makefile("rb") as answers:
            for command in commands:
                parts = [str(word).encode() for word in command]
                connection.sendall(b"*%d\r\n" % len(parts) + b"".join(b"$%d\r\n%s\r\n" % (len(p), p) for p in parts))
                answer = self._read(answers)
            return answer

    def _read(self, answers):
        line = answers.readline().rstrip(b"\r\n")
        kind, rest = line[:1], line[1:]
        if kind == b"-":
            raise OSError(rest.decode())
        if kind == b":":
            return int(rest)
        if kind == b"$":
            return None if rest == b"-1" else answers.read(int(rest) + 2)[:-2].decode()
        if kind == b"*":
            return [self._read(answers) for _ in range(int(rest))]
        if kind == b"+":
            return rest.decode()
        raise OSError("the connection was closed")

    def ping(self):
        self._run("PING")

    def items(self):
        return self._run("LRANGE", self._key, 0, -1)

    def counter(self):
        return int(self._run("GET", "counter") or 0)

    def add(self, item):
        self._run("RPUSH", self._key, item)
        return self.items()

    def increment(self):
        return self._run("INCR", "counter")

    def waits(self, queue):
        return self._run("LLEN", queue) > 0

    def take(self, queue):
        """The first item of the queue becomes the last of the list in one step: nothing is lost on the way."""
        return self._run("LMOVE", queue, self._key, "LEFT", "RIGHT")

    def clear(self):
        self._run("DEL", self._key)
        return []


class Postgres:
    kind = "postgres"

    def __init__(self, url, timeout):
        self._url = url
        self._timeout = max(2, round(timeout))  # the client library takes less than two seconds for two
        self._has_tables = False

    def _run(self, statement, *values):
        import psycopg2  # slow to load, and only this store needs it

        connection = psycopg2.connect(self._url, connect_timeout=self._timeout)
        try:
            connection.autocommit = True
            cursor = connection.cursor()
            if not self._has_tables:
                cursor.execute("SELECT pg_advisory_lock(1)")  # replicas that start together would trip over each other
                cursor.execute("CREATE TABLE IF NOT EXISTS items (id serial PRIMARY KEY, item text NOT NULL)")
                cursor.execute("CREATE TABLE IF NOT EXISTS counter (id int PRIMARY KEY, value bigint NOT NULL)")
                cursor.execute("SELECT pg_advisory_unlock(1)")
                self._has_tables = True
            cursor.execute(statement, values)
            return cursor.fetchall() if cursor.description else []
        finally:
            connection.close()

    def ping(self):
        self._run("SELECT 1")

    def items(self):
        return [row[0] for row in self._run("SELECT item FROM items ORDER BY id")]

    def counter(self):
        rows = self._run("SELECT value FROM counter WHERE id = 1")
        return rows[0][0] if rows else 0

    def add(self, item):
        self._run("INSERT INTO items (item) VALUES (%s)", item)
        return self.items()

    def increment(self):
        return self._run(
            "INSERT INTO counter VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET value = counter.value + 1 RETURNING value"
        )[0][0]

    def clear(self):
        self._run("DELETE FROM items")
        return []
