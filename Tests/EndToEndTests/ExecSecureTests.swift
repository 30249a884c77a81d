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
    private static let hasCertutil = Program.find("certutil") != nil
    private static let firefox = Program.find("firefox-esr") ?? Program.find("firefox")

    @Test func `sets the origin's HTTPS URL in the environment when there is one`() throws {
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

    @Test(
        .enabled(if: Browser.isInstalled, "needs Chromium (chromium, chromium-driver)"),
        .enabled(if: hasCertutil, "needs certutil (libnss3-tools)"),
        arguments: [(Person.root, "4"), (.ordinary, "4"), (.root, "6")]
    )
    func `Chromium loads a page from the origin and leaves the home folder unchanged`(
        _ person: Person,
        _ ip: String
    ) throws {
        let guest = try Guest(person)
        let page = "$NETLAB_ORIGIN_HTTPS/fixture/png/64x48"
        let output = try guest.shell(
            """
            $NETLAB exec -q --set link.ip=\(ip) --pcap page.pcapng -- sh -c 'timeout 50 chromium --headless=new --no-sandbox --disable-gpu \
            --disable-dev-shm-usage --user-data-dir=$PWD/profile --dump-dom \(page) 2>chromium.log'
            $NETLAB inspect page.pcapng --json | jq -r '.exchanges[] | select(.url | endswith("64x48")) | .status'
            ls -A $HOME
            """
        )
        #expect(output.output.contains("64x48 (64×48)"), "\(output.output)\(output.errors)")
        #expect(Guest.complaints(output) == [] && !output.errors.contains("HTTPS failed"))
        let lines = output.output.split(separator: "\n")
        #expect(lines.contains("200"))
        #expect(!lines.contains(".pki"), "\(output.output)")
    }

    @Test(
        .enabled(if: firefox != nil, "needs Firefox (firefox-esr)"),
        arguments: [(Person.root, "4"), (.ordinary, "4"), (.root, "6")]
    )
    func `Firefox loads a page from the origin`(_ person: Person, _ ip: String) throws {
        let guest = try Guest(person)
        let program = try #require(Self.firefox)
        let output = try guest.shell(
            """
            # A headless Firefox hangs at times before it asks for anything.
            for attempt in 1 2 3; do
                rm -rf profile && mkdir profile
                $NETLAB exec -q --set link.ip=\(ip) -- sh -c 'timeout 40 \(program) --headless --no-remote --profile $PWD/profile \
                --screenshot $PWD/page.png $NETLAB_ORIGIN_HTTPS/fixture/png/64x48 >firefox.log 2>&1' || true
                [ ! -s page.png ] || break
            done
            head -c 4 page.png | tail -c 3
            """
        )
        let log = (try? String(contentsOfFile: guest.file("firefox.log"), encoding: .utf8)) ?? ""
        #expect(output.output == "PNG", "\(output.errors)\(log)")
        #expect(Guest.complaints(output) == [] && !output.errors.contains("HTTPS failed"))
    }

    @Test(.enabled(if: Program.find("openssl") != nil, "needs openssl"))
    func `a client that distrusts the origin causes a warning with the browsers' reasons`() throws {
        let guest = try Guest(.root)
        let fetch = "curl -s --cacert other.pem -o /dev/null $NETLAB_ORIGIN_HTTPS/fixture/png/64x48"
        let other =
            "openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out other.pem -subj /CN=other 2>openssl.log"
        let output = try guest.shell("\(other); unset HOME; $NETLAB exec -q -- sh -c '\(fetch)'")
        #expect(output.errors.contains("warning: HTTPS failed once at the origin: "), "\(output.errors)")
        #expect(output.errors.contains("warning: Chromium does not trust the origin: "))
        let streams = try guest.shell(
            "$NETLAB exec -q --link stream --set origin.tls=true -- sh -c '\(fetch)'"
        )
        #expect(streams.errors.contains("trust the origin only behind packets"), "\(streams.errors)")
    }

    @Test(arguments: Person.allCases)
    func `a capture of the origin's HTTPS can be explained and read by tshark`(_ person: Person) throws {
        let guest = try Guest(person)
        let output = try guest.shell(
            """
            for version in 1.2 1.3; do
                $NETLAB exec -q --profile wifi --pcap line.pcapng -- sh -c \
                    "curl -sS --tls-max $version -o /dev/null \\$NETLAB_ORIGIN_HTTPS/fixture/jpeg/100kB" &&
                $NETLAB explain line.pcapng && stat -c %a line.pcapng && ls
                tshark -r line.pcapng -Y http2.headers.status -T fields -e http2.headers.status 2>/dev/null
                tshark -r line.pcapng -Y http.response -T fields -e http.response.code 2>/dev/null
            done
            """
        )
        #expect(output.status == 0 && Guest.complaints(output) == [], "\(output.errors)")
        #expect(!output.output.contains("keys are not there"), "\(output.output)")
        let lines = output.output.split(separator: "\n")
        #expect(lines.count { $0 == "600" } == 2)
        #expect(lines.count { $0 == "line.pcapng" } == 2, "\(output.output)")
        if Program.find("tshark") != nil { #expect(lines.count { $0 == "200" } == 2) }
    }
}
