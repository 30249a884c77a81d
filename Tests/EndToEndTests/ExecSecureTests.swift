import Foundation
import TestSupport
import Testing

/// `netlab exec` over HTTPS: who trusts the origin, and what its captures hold.
@Suite(
    .enabled(if: Netlab.isRoot, "needs root, to become an ordinary user"),
    .enabled(if: Program.find("setpriv") != nil, "needs setpriv"),
    .serialized,
    .timeLimit(.minutes(5))
)
struct `netlab exec over HTTPS` {
    @Test func `the origin's HTTPS URL is in the environment where there is one`() throws {
        let guest = try Guest(.root)
        let asked = "sh -c 'echo ${NETLAB_ORIGIN_HTTPS-none}'"
        #expect(try guest.shell("$NETLAB exec -q \(asked)").output == "https://origin.netlab.test\n")
        let stale = try guest.shell("NETLAB_ORIGIN_HTTPS=https://x $NETLAB exec -q --link stream \(asked)")
        #expect(stale.output == "none\n")
        let encrypted = try guest.shell(
            "$NETLAB exec -q --link stream --set origin.tls=true sh -c 'echo $NETLAB_ORIGIN $NETLAB_ORIGIN_HTTPS'"
        )
        let urls = encrypted.output.split(whereSeparator: \.isWhitespace)
        #expect(urls.count == 2 && urls.first == urls.last, "\(encrypted.output)\(encrypted.errors)")
        #expect(urls.first?.hasPrefix("https://127.0.0.1:") == true)
    }
}
