/// Field values, one of each kind.
enum FieldSamples {
    static let all = [
        ("date", "Sun, 06 Nov 1994 08:49:37 GMT"),
        ("date-850", "Sunday, 06-Nov-94 08:49:37 GMT"),
        ("date-asctime", "Sun Nov  6 08:49:37 1994"),
        ("tags", "\"a\", W/\"b,c\" , *"),
        ("ranges", "bytes=0-99, -500 ,1000-"),
        ("content-range", "bytes 0-99/1234"),
        ("accept", "text/html;level=\"1\";q=0.7, gzip;q=0.25, *;q=0"),
        ("cache-control", "max-age=60, s-maxage=\"5\", private=\"Set-Cookie, X\", ext=\"a\\\"b\", no-store"),
        ("cookies", "id=a1; theme=\"dark\"; empty="),
        ("basic", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="),
        ("bearer", "Bearer abc-._~+/123=="),
        ("target", "http://[::1]:8080/a%20b?x=%26&expires=1800000000&signature=0a1b"),
        ("authority", "example.com:443"),
    ]
}
