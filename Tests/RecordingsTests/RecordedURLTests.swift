import Testing

@testable import Recordings

struct RecordedURLTests {
    @Test(arguments: [
        ("http://a.example/x/y.jpg", "http", "a.example", "/x/y.jpg"),
        ("HTTPS://A.Example:8443/?q=1#part", "https", "a.example", "/?q=1"),
        ("https://user:word@b.example", "https", "b.example", "/"),
        ("http://[2001:db8::1]:8080/z", "http", "2001:db8::1", "/z"),
        ("http://a.example?q", "http", "a.example", "/?q"),
    ]) func `splits a URL into scheme, host and target`(
        _ text: String,
        _ scheme: String,
        _ host: String,
        _ target: String
    ) {
        let url = RecordedURL(text)
        #expect(url?.scheme == scheme && url?.host == host && url?.target == target)
    }

    @Test(arguments: ["", "data:image/png;base64,AAAA", "/a.jpg", "http://", "http:///a"])
    func
        `text that names no host is not a URL`(_ text: String)
    {
        #expect(RecordedURL(text) == nil)
    }
}
