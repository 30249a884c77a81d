import Testing

@testable import Services

@Suite struct AppNameTests {
    @Test(
        arguments: [
            ("Photos/7 CFNetwork/1496.0.7 Darwin/23.5.0", "Photos/7"),
            ("My%20Photos/7 CFNetwork/1496.0.7 Darwin/23.5.0", "My Photos/7"), ("50%/1", "50%/1"),
            ("okhttp/4.12.0", "okhttp/4.12.0"), ("Dart/3.4 (dart:io)", "Dart/3.4"),
            ("curl/8.14.1", "curl/8.14.1"),
            ("Dalvik/2.1.0 (Linux; U; Android 14; Pixel 8)", "Dalvik/2.1.0"), ("", nil), ("  ", nil),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
                    + "Version/17.5 Mobile/15E148 Safari/604.1", "Safari/17.5"
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
                    + "CriOS/125.0 Mobile/15E148 Safari/604.1", "CriOS/125.0"
            ),
            (
                "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Mobile "
                    + "Safari/537.36 EdgA/125.0", "EdgA/125.0"
            ),
            ("Mozilla/5.0 (Android 14; Mobile; rv:126.0) Gecko/126.0 Firefox/126.0", "Firefox/126.0"),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
                    + "Mobile/15E148", "a web view"
            ),
            ("Mozilla/5.0 (compatible)", nil),
        ] as [(String, String?)]
    )
    func `an app is known by the product that its requests name`(_ userAgent: String, _ app: String?) {
        #expect(AppName.app(userAgent: userAgent) == app)
    }

    @Test func `a long name is cut`() {
        #expect(AppName.app(userAgent: String(repeating: "a", count: 5000))?.count == 60)
    }
}
