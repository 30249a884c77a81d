/// Content of connections.
enum Samples {
    static let requests =
        bytes("GET /a.jpg HTTP/1.1\r\nHost: origin\r\nIf-None-Match: \"1\"\r\n\r\n")
        + bytes("POST /b HTTP/1.1\r\nHost: origin\r\nContent-Length: 3\r\n\r\nabc")
    static let responses =
        bytes("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0123456789")
        + bytes("HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n\r\n")
    static let chunked =
        bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        + bytes("4;x=y\r\nabcd\r\n0A\r\n0123456789\r\n0\r\nLater: yes\r\n\r\n")
}
