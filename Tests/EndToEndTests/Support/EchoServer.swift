import Foundation
import TestSupport
import Testing

/// A server with a page, and with WebSockets that say what they are told (RFC 6455).
final class EchoServer {
    private static let script = """
        import base64, hashlib, socket, sys, threading

        def serve(peer):
            stream = peer.makefile('rwb')
            fields = {}
            for line in iter(stream.readline, b'\\r\\n'):
                if not line:
                    return
                name, _, value = line.partition(b':')
                fields[name.lower()] = value.strip()
            key = fields.get(b'sec-websocket-key')
            if key is None:
                stream.write(b'HTTP/1.1 200 OK\\r\\nConnection: close\\r\\nContent-Type: text/html\\r\\n'
                             b'Content-Length: 21\\r\\n\\r\\n<title>before</title>\\n')
                stream.flush()
                peer.close()
                return
            digest = hashlib.sha1(key + b'258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest()
            stream.write(b'HTTP/1.1 101 Switching Protocols\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\n'
                         b'Sec-WebSocket-Accept: ' + base64.b64encode(digest) + b'\\r\\n\\r\\n')
            stream.flush()
            while len(head := stream.read(2)) == 2:
                mask = stream.read(4)
                text = bytes(byte ^ mask[place % 4] for place, byte in enumerate(stream.read(head[1] & 127)))
                stream.write(bytes([head[0], len(text)]) + text)
                stream.flush()

        listener = socket.create_server(('127.0.0.1', 0))
        print(listener.getsockname()[1], flush=True)
        while True:
            threading.Thread(target=serve, args=[listener.accept()[0]], daemon=True).start()
        """

    let port: String
    private let server: RunningProgram

    init(in folder: ScratchFolder) throws {
        try Data(Self.script.utf8).write(to: URL(filePath: folder.file("echo.py")))
        let server = try Program(try #require(Program.find("python3")), ["echo.py"], in: folder.path).start()
        self.server = server
        _ = Waiting.until { server.output.contains("\n") || !server.isRunning }
        port = server.output.split(separator: "\n").first.map { String($0) } ?? "0"
    }

    deinit {
        server.signal(SIGKILL)
        _ = try? server.finish()
    }
}
