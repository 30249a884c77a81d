import Testing

@testable import HTTP

@Suite struct CredentialsTests {
    @Test(
        arguments: [
            ("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", .basic(user: "Aladdin", password: "open sesame")),
            ("basic  dGVzdDoxMjPCow==", .basic(user: "test", password: "123£")),
            ("BASIC Og==", .basic(user: "", password: "")),
            ("Basic YTpiOmM=", .basic(user: "a", password: "b:c")),
            // ISO 8859-1
            ("Basic YTqj", .basic(user: "a", password: "£")),
            ("Bearer abc-._~+/123==", .bearer(token: "abc-._~+/123==")),
            ("bearer a", .bearer(token: "a")),
            ("Basic", nil), ("Basic ", nil), ("Basic QWxhZGRpbg==", nil), ("Basic YTpi=", nil),
            ("Basic YTpi YTpi", nil),
            ("Basic YTpiCg==", nil), ("Basic YTpiAA==", nil), ("Bearer", nil), ("Bearer ", nil),
            ("Bearer a b", nil),
            ("Bearer a=b", nil), ("Bearer =", nil), ("Bearer a,b", nil), ("Digest username=\"a\"", nil),
            ("", nil),
            ("Bearer\ta", nil),
        ] as [(String, Credentials?)]
    )
    func `credentials are parsed strictly`(value: String, expected: Credentials?) {
        let credentials = Credentials(["Authorization": value])
        #expect(credentials == expected)
        if let credentials { #expect(Credentials(parsing: credentials.value) == credentials) }
    }

    @Test func `a repeated field yields no credentials, and proxy credentials have their own field`() {
        #expect(Credentials(["Authorization": "Bearer a", "authorization": "Bearer a"]) == nil)
        let fields: HTTPFields = ["Proxy-Authorization": "Bearer a"]
        #expect(Credentials(fields) == nil)
        #expect(Credentials(fields, "Proxy-Authorization") == .bearer(token: "a"))
    }

    @Test func `only identical credentials match`() {
        let expected = Credentials.basic(user: "a", password: "b")
        #expect(expected.matches(expected))
        for other in [
            Credentials.basic(user: "a", password: "c"), .basic(user: "b", password: "b"),
            .basic(user: "a", password: ""), .bearer(token: "a"), .basic(user: "a", password: "bb"),
        ] {
            #expect(!other.matches(expected))
        }
    }

    @Test func `secrets are compared over all bytes`() {
        #expect(ConstantTime.isEqual([1, 2, 3], [1, 2, 3]))
        #expect(!ConstantTime.isEqual([1, 2, 3], [1, 2, 4]))
        #expect(!ConstantTime.isEqual([0, 2, 3], [1, 2, 3]))
        #expect(!ConstantTime.isEqual([1, 2], [1, 2, 3]))
        #expect(ConstantTime.isEqual([], []))
    }

    @Test func `challenges are serialised`() {
        #expect(Challenge.basic(realm: "a \"b\"").description == #"Basic realm="a \"b\"", charset="UTF-8""#)
        #expect(Challenge.bearer(realm: "a").description == #"Bearer realm="a""#)
        #expect(
            Challenge.bearer(realm: "a", error: "invalid_token").description
                == #"Bearer realm="a", error="invalid_token""#
        )
    }
}
