import HTTP
import Serving

/// The pages at `http://netlab.test/`, which give a device the authority's certificate and the steps to trust
/// it. Only clients of the proxy reach them.
struct GuidePages: Sendable {
    static let host = "netlab.test"

    private let export: AuthorityExport

    init(_ export: AuthorityExport) {
        self.export = export
    }

    func answer(_ target: String) -> ServedResponse {
        switch target.prefix(while: { $0 != "?" }) {
        case "/": Self.response("text/html; charset=utf-8", Array(Self.page.utf8))
        case "/netlab-ca.pem": Self.response("application/x-pem-file", Array(export.pem.utf8))
        case "/netlab-ca.cer": Self.response("application/x-x509-ca-cert", export.der)
        case "/netlab-ca.mobileconfig":
            Self.response("application/x-apple-aspen-config", Array(export.mobileconfig.utf8))
        default: .proxyPage(404, "there is no page \(target) here: http://\(Self.host)/ has the certificate")
        }
    }

    private static func response(_ type: String, _ content: [UInt8]) -> ServedResponse {
        ServedResponse(
            head: HTTPResponseHead(status: 200, fields: ["Content-Type": type, "Cache-Control": "no-store"]),
            body: ServedBody(content)
        )
    }

    private static let page = """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>netlab proxy</title>
        <style>
        body { font: 17px/1.5 system-ui, sans-serif; max-width: 38em; margin: 2em auto; padding: 0 1em; color: #1c1c1e;
            background: #fff; }
        h2 { font-size: 1.05em; margin: 1.6em 0 .3em; }
        a { color: #0a58ca; }
        code { font-size: .9em; }
        @media (prefers-color-scheme: dark) { body { color: #eee; background: #1c1c1e; } a { color: #7ab7ff; } }
        </style>
        </head>
        <body>
        <h1>This device uses the netlab proxy</h1>
        <p>To let the proxy look into HTTPS, the device must trust its certificate. Whoever runs the proxy can then
        read what apps send and receive, until you remove the certificate.</p>
        <h2>iPhone, iPad</h2>
        <p>Install <a href="/netlab-ca.mobileconfig">the profile</a> (Settings, Profile Downloaded). Then switch it on:
        Settings, General, About, Certificate Trust Settings.</p>
        <h2>Android</h2>
        <p>Download <a href="/netlab-ca.cer">the certificate</a>, then Settings, Security, Encryption &amp; credentials,
        Install a certificate, CA certificate. Apps use it only if their network security configuration trusts user
        certificates.</p>
        <h2>macOS</h2>
        <p>Open <a href="/netlab-ca.pem">the certificate</a> in Keychain Access and set it to Always Trust.</p>
        <h2>Windows</h2>
        <p>Open <a href="/netlab-ca.cer">the certificate</a> and install it under Trusted Root Certification
        Authorities.</p>
        <h2>Linux, programs</h2>
        <p>Save <a href="/netlab-ca.pem">netlab-ca.pem</a>: <code>curl --cacert netlab-ca.pem</code>, or
        <code>SSL_CERT_FILE=netlab-ca.pem</code>.</p>
        </body>
        </html>

        """
}
