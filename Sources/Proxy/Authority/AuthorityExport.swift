import HTTP
package import TLS
import Wire

/// An authority's certificate in the forms that clients import. The key is in none of them.
package struct AuthorityExport: Sendable {
    private let authority: CertificateAuthority
    /// Shown where devices list what they trust.
    private let name: String

    package init(_ authority: CertificateAuthority, named name: String) {
        self.authority = authority
        self.name = name
    }

    /// For curl, Linux and macOS.
    package var pem: String { authority.certificatePEM }

    /// For Windows and Android.
    package var der: [UInt8] { authority.certificateDER }

    /// A configuration profile for iPhone, iPad and Mac. The same certificate always makes the same profile, so
    /// that installing it again replaces it.
    package var mobileconfig: String {
        let digest = Digest.sha256.text(of: der)
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
                <key>PayloadContent</key>
                <array>
                    <dict>
                        <key>PayloadCertificateFileName</key>
                        <string>netlab-ca.cer</string>
                        <key>PayloadContent</key>
                        <data>\(Base64.encoded(der))</data>
                        <key>PayloadDisplayName</key>
                        <string>\(escapedName)</string>
                        <key>PayloadIdentifier</key>
                        <string>netlab.ca.\(digest.prefix(16)).certificate</string>
                        <key>PayloadType</key>
                        <string>com.apple.security.root</string>
                        <key>PayloadUUID</key>
                        <string>\(Self.identifier(digest.prefix(32)))</string>
                        <key>PayloadVersion</key>
                        <integer>1</integer>
                    </dict>
                </array>
                <key>PayloadDisplayName</key>
                <string>\(escapedName)</string>
                <key>PayloadIdentifier</key>
                <string>netlab.ca.\(digest.prefix(16))</string>
                <key>PayloadRemovalDisallowed</key>
                <false/>
                <key>PayloadType</key>
                <string>Configuration</string>
                <key>PayloadUUID</key>
                <string>\(Self.identifier(digest.suffix(32)))</string>
                <key>PayloadVersion</key>
                <integer>1</integer>
            </dict>
            </plist>

            """
    }

    private var escapedName: String {
        name.map { ["&": "&amp;", "<": "&lt;", ">": "&gt;"][$0] ?? String($0) }.joined()
    }

    /// 32 hexadecimal digits in the form of a UUID.
    private static func identifier(_ digits: Substring) -> String {
        var rest = digits.uppercased()[...]
        return [8, 4, 4, 4, 12].map { count in
            defer { rest = rest.dropFirst(count) }
            return String(rest.prefix(count))
        }.joined(separator: "-")
    }
}
