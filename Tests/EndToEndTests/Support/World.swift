import Foundation
import TestSupport
import Testing

/// A machine with its own world beyond it, in two network namespaces, apart from the real machine's network.
///
/// The machine is 203.0.113.1 and the world 203.0.113.2; `give_ipv6` makes them 2001:db8::1 and 2001:db8::2 as well, and the
/// machine listens to routers then. The world has a web server that sends as many bytes as the path says, and a name server for
/// `world.example` and `example.com`; with a `world.pem` also HTTPS.
struct World {
    /// The name server of the machine's programs.
    enum Resolver: String {
        case world = "203.0.113.2"
        /// On the machine's loopback, like systemd-resolved.
        case loopback = "127.0.0.53"
    }

    private static let server = """
        import http.server, os, socketserver, socket, ssl, sys, threading
        def names(address):
            s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.bind((address, 53))
            while True:
                q, peer = s.recvfrom(4096)
                end = 12
                while q[end]: end += q[end] + 1
                question = q[12:end + 5]
                name = question[:-4].lower()
                known = name in (b"\\x05world\\x07example\\x00", b"\\x07example\\x03com\\x00")
                isA = question[-4:-2] == b"\\x00\\x01"
                answer = b"\\xc0\\x0c\\x00\\x01\\x00\\x01\\x00\\x00\\x00\\x3c\\x00\\x04\\xcb\\x00\\x71\\x02" if known and isA else b""
                flags = b"\\x81\\x80" if known else b"\\x81\\x83"
                s.sendto(q[:2] + flags + b"\\x00\\x01" + (b"\\x00\\x01" if answer else b"\\x00\\x00")
                         + b"\\x00\\x00\\x00\\x00" + question + answer, peer)
        class Web(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def do_GET(self):
                count = int(self.path[1:] or "1256")
                self.send_response(200); self.send_header("Content-Length", str(count)); self.end_headers()
                self.wfile.write(b"x" * count)
            def log_message(self, *words): pass
        if sys.argv[1] == "names": names("127.0.0.53")
        threading.Thread(target=names, args=("0.0.0.0",), daemon=True).start()
        if os.path.exists("world.pem"):
            secure = socketserver.ThreadingTCPServer(("0.0.0.0", 443), Web)
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER); context.load_cert_chain("world.pem")
            secure.socket = context.wrap_socket(secure.socket, server_side=True)
            threading.Thread(target=secure.serve_forever, daemon=True).start()
        class Web6(socketserver.ThreadingTCPServer):
            address_family = socket.AF_INET6
            def server_bind(self):
                self.socket.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1); super().server_bind()
        threading.Thread(target=Web6(("::", 80), Web).serve_forever, daemon=True).start()
        socketserver.ThreadingTCPServer(("0.0.0.0", 80), Web).serve_forever()
        """

    /// `line.sh` is run on the machine.
    private static let setUp = """
        set -e
        mount -t tmpfs none /dev/net
        (umask 0; mknod -m 666 /dev/net/tun c 10 200)
        mount --bind resolv.conf /etc/resolv.conf
        printf 'hosts: files dns\\n' >switch && mount --bind switch /etc/nsswitch.conf
        printf '0 2147483647' >/proc/sys/net/ipv4/ping_group_range
        ip link set lo up
        unshare -n timeout -s KILL 290 python3 world.py world &
        world=$!
        python3 world.py names &
        names=$!
        trap 'kill $world $names 2>/dev/null' EXIT
        here=$(readlink /proc/self/ns/net)
        until [ "$(readlink /proc/$world/ns/net)" != "$here" ]; do sleep 0.02; done
        ip link add eth0 type veth peer name eth0 netns $world
        ip addr add 203.0.113.1/24 dev eth0
        ip link set eth0 up
        nsenter -t $world -n ip addr add 203.0.113.2/24 dev eth0
        nsenter -t $world -n ip link set eth0 up
        ip route add default via 203.0.113.2
        until curl -s -o /dev/null -m 1 http://203.0.113.2/1; do sleep 0.02; done
        give_ipv6() {
            nsenter -t $world -n ip addr add 2001:db8::2/64 dev eth0 nodad
            ip addr add 2001:db8::1/64 dev eth0 nodad
            ip -6 route add default via 2001:db8::2
            echo 1 >/proc/sys/net/ipv6/conf/eth0/accept_ra
        }
        set +e
        . ./line.sh
        """

    /// Prints what netlab could leave behind: interfaces, rules, the setting.
    static let remains = """
        echo $(ip -o link | cut -d: -f2 | cut -d@ -f1) / $(nft list ruleset | grep -c table) / $(cat /proc/sys/net/ipv4/ip_forward)
        """
    static let untouched = "lo eth0 / 0 / 0\n"
    /// The same of IPv6: whether it forwards, and how the interface listens to routers.
    static let remains6 =
        "echo $(cd /proc/sys/net/ipv6/conf; cat all/forwarding eth0/forwarding eth0/accept_ra)"
    static let untouched6 = "0 0 1\n"

    static let tools = ["ip", "nft", "nsenter", "unshare", "python3", "curl", "setpriv", "timeout"]
    /// What a phone of this world needs besides.
    static let phoneTools = ["wireguard-go", "wg", "ping"]
    static var isPossible: Bool { Netlab.isRoot && tools.allSatisfy { Program.find($0) != nil } }

    private let guest: Guest

    init(_ resolver: Resolver = .world) throws {
        guest = try Guest(.root)
        let files = [
            "world.py": Self.server, "set-up.sh": Self.setUp,
            "resolv.conf": "nameserver \(resolver.rawValue)\n",
        ]
        for (name, text) in files {
            try text.write(toFile: guest.file(name), atomically: false, encoding: .utf8)
        }
    }

    /// Runs a shell line on the machine, as root. In it `$NETLAB` is the program, and `$ORDINARY` runs a
    /// command as an ordinary user.
    func shell(_ line: String, seconds: Int = 60) throws -> ProgramOutput {
        try "ORDINARY='setpriv --reuid 1001 --regid 1001 --clear-groups'\n\(line)\n"
            .write(toFile: guest.file("line.sh"), atomically: false, encoding: .utf8)
        return try guest.shell("exec unshare -nm sh ./set-up.sh", seconds: seconds)
    }

    /// Path of this file for the shell.
    func file(_ name: String) -> String { guest.file(name) }

    /// A folder for PATH that holds one program, or none.
    func path(with program: String?) throws -> String {
        let folder = guest.file("only-\(program ?? "nothing")")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        if let program, let file = Program.find(program) {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/\(program)",
                withDestinationPath: file
            )
        }
        return folder
    }
}
