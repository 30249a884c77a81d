/// One exchange with a body of ten bytes.
enum Sample {
    static let request = bytes("GET /a.jpg HTTP/1.1\r\nHost: origin.netlab.test\r\n\r\n")
    static let head = bytes("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n")
    static let response = head + bytes("0123456789")
}
