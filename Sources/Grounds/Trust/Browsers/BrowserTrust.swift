import LinuxIO

/// Makes browsers on the client's host trust a bench's authority. They do not read the system's bundle: Chromium
/// has a database in the user's home, Firefox is told by a policy beside its program. Both are covered for the
/// bench alone.
package final class BrowserTrust {
    /// Why some browsers will not trust the origin, each a sentence without a full stop.
    package private(set) var objections: [String] = []
    private var database: CertificateDatabase?

    /// The thread must be in its own mount namespace: `PrivateFiles.enter()`.
    package init(_ trust: BenchTrust, _ variables: [String: String] = Environment.variables) {
        do throws(BrowserObjection) {
            database = try CertificateDatabase(adding: trust.authorityPEM, home: variables["HOME"])
        } catch {
            objections.append("Chromium does not trust the origin: \(error.reason)")
        }
        for folder in FirefoxPolicies.folders(path: variables["PATH"] ?? "") {
            do throws(BrowserObjection) {
                try FirefoxPolicies.install(trust.authorityPEM, in: folder)
            } catch {
                objections.append("Firefox does not trust the origin: \(error.reason)")
            }
        }
    }

    deinit { remove() }

    /// Leaves the user's home as it was. The guests must have ended.
    package func remove() {
        database?.remove()
        database = nil
    }
}
