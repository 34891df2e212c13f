/**
 * A program for a pod's Python that sends back what it hears on every one of these ports.
 *
 * One process and one loop: `socat UDP-RECVFROM:…,fork` loses a signal between its own processes now and then (a few
 * hundred datagrams suffice) and from then on hears nothing, which looks like a policy that is too strict.
 */
export function listenerProgram(ports: Readonly<Record<"TCP" | "UDP", readonly number[]>>): string {
  return `
import selectors, socket
ears = selectors.DefaultSelector()
def listen(kind, port, hear):
    ear = socket.socket(socket.AF_INET, kind)
    ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    ear.bind(("", port))
    if kind == socket.SOCK_STREAM: ear.listen(128)
    ears.register(ear, selectors.EVENT_READ, hear)
def datagram(ear):
    heard, who = ear.recvfrom(4096)
    ear.sendto(heard, who)
def caller(ear):
    ears.register(ear.accept()[0], selectors.EVENT_READ, stream)
def stream(ear):
    heard = ear.recv(4096)
    if heard: return ear.sendall(heard)
    ears.unregister(ear)
    ear.close()
for port in ${JSON.stringify(ports.UDP)}: listen(socket.SOCK_DGRAM, port, datagram)
for port in ${JSON.stringify(ports.TCP)}: listen(socket.SOCK_STREAM, port, caller)
while True:
    for key, _ in ears.select():
        try: key.data(key.fileobj)
        except OSError:  # Somebody hung up.
            if key.data is stream:
                ears.unregister(key.fileobj)
                key.fileobj.close()
`;
}
