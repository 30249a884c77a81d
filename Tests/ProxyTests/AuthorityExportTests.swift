import Foundation
import Proxy
import TLS
import Testing

@Suite struct AuthorityExportTests {
    @Test
    func `a profile is a reproducible property list with the certificate`() throws {
        let authority = try CertificateAuthority(named: "a", validity: .days(10, from: 1_908_000_000))
        let export = AuthorityExport(authority, named: "a <b> & c")
        #expect(export.mobileconfig == AuthorityExport(authority, named: "a <b> & c").mobileconfig)
        let list = try PropertyListSerialization.propertyList(
            from: Data(export.mobileconfig.utf8),
            format: nil
        )
        let profile = try #require(list as? [String: Any])
        #expect(profile["PayloadType"] as? String == "Configuration")
        #expect(profile["PayloadDisplayName"] as? String == "a <b> & c")
        #expect(UUID(uuidString: try #require(profile["PayloadUUID"] as? String)) != nil)
        let payload = try #require((profile["PayloadContent"] as? [[String: Any]])?.first)
        #expect(payload["PayloadContent"] as? Data == Data(export.der))
    }
}
