import HTTP
import Scenarios
import Serving
import Testing

@testable import Origin

@Suite struct AccessTests {
    private static let origin = """
        files:
          basic: { text: hi, auth: { basic: { user: me, password: "p:w" } } }
          bearer: { text: hi, auth: { bearer: t0ken } }
          signed: { text: hi, signed: { key: k } }
        """

    @Test(arguments: [
        ("/basic", nil, 401), ("/basic", "Basic bWU6cDp3", 200), ("/basic", "basic bWU6cDp3", 200),
        ("/basic", "Basic bWU6cA==", 401), ("/basic", "Bearer t0ken", 401), ("/basic", "Basic !", 401),
        ("/bearer", nil, 401), ("/bearer", "Bearer t0ken", 200), ("/bearer", "Bearer other", 401),
    ])
    func `valid credentials are accepted, all others challenged with 401`(
        _ target: String,
        _ said: String?,
        _ status: Int
    ) throws {
        var fields = HTTPFields()
        fields["Authorization"] = said
        let response = try AnsweringBench(Self.origin).ask(target, fields)
        #expect(response.head.status == status)
        let challenge = response.head.fields["WWW-Authenticate"]
        #expect((challenge != nil) == (status == 401))
        #expect(challenge?.hasPrefix(target == "/basic" ? "Basic realm=" : "Bearer realm=") ?? true)
        #expect((response.text == "hi") == (status == 200))
    }

    @Test func `a signed URL is valid until it expires and for its path only`() throws {
        let bench = try AnsweringBench(Self.origin)
        let now = HTTPDate(secondsSince1970: 4_000_000_000)
        let target = SignedPath(URLSigning(key: "k")).target("/signed", now: now)
        #expect(target.hasPrefix("/signed?expires=4000000300&signature="))
        #expect(try bench.ask(target).text == "hi")
        let past = SignedPath(URLSigning(key: "k")).target("/signed", now: HTTPDate(secondsSince1970: 5))
        let foreign = SignedPath(URLSigning(key: "other")).target("/signed", now: now)
        for (wrong, words) in [
            ("/signed", "no signature"), (past, "has expired"), (foreign, "signature is wrong"),
            (target + "0", "signature is wrong"),
            (target.replacing("4000000300", with: "4000000301"), "signature is wrong"),
        ] {
            let response = try bench.ask(wrong)
            #expect(response.head.status == 403 && response.text.contains(words))
        }
    }
}
