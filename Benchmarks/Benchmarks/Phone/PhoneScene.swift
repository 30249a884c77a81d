import Experiments
import LinuxIO

/// A machine and a phone in one Wi-Fi, in network namespaces of their own, and a folder for what is measured there.
///
/// The machine is 192.0.2.1 in the Wi-Fi, and 203.0.113.1 for what the phone asks of the internet. The phone is `wireguard-go`.
final class PhoneScene {
    private static let tools: [(name: String, package: String)] = [
        ("nsenter", "util-linux"), ("ip", "iproute2"), ("wg", "wireguard-tools"),
        ("wireguard-go", "wireguard-go"),
    ]

    /// Defines `in_phone`, which runs a command there; `tunnel`, which makes one there of a configuration; and `phone`, which
    /// starts netlab with options and switches its tunnel on.
    private static let setUp = """
        set -e
        mount -t tmpfs none /run
        mkdir /run/wireguard
        export XDG_DATA_HOME=$PWD/data LOG_LEVEL=silent
        ip link set lo up
        ip addr add 203.0.113.1/32 dev lo
        unshare -n sleep 1000 >/dev/null 2>&1 &
        place=$!
        here=$(readlink /proc/self/ns/net)
        until [ "$(readlink /proc/$place/ns/net)" != "$here" ]; do sleep 0.02; done
        ip link add wifi type veth peer name wifi netns $place
        ip addr add 192.0.2.1/24 dev wifi
        ip link set wifi up
        in_phone() { nsenter -t $place -n "$@"; }
        in_phone ip addr add 192.0.2.2/24 dev wifi
        in_phone ip link set wifi up
        tunnel() {
            in_phone wireguard-go -f $1 >/dev/null 2>&1 &
            until in_phone wg show $1 >/dev/null 2>&1; do sleep 0.02; done
            grep -vE '^(Address|MTU|DNS)' $2 >$2.set
            in_phone wg setconf $1 $2.set
            in_phone ip addr add $(sed -n 's/Address = //p' $2) dev $1
            in_phone ip link set $1 mtu 1420 up
        }
        phone() {
            "$NETLAB" phone --address 192.0.2.1 --conf phone.conf --quiet "$@" >/dev/null 2>news &
            netlab=$!
            until grep -q Endpoint phone.conf 2>/dev/null; do kill -0 $netlab; sleep 0.02; done
            tunnel wg0 phone.conf
            in_phone ip route add default dev wg0
            until in_phone ping -q -c 1 -W 1 10.207.0.1 >/dev/null; do kill -0 $netlab; done
        }
        answers() { until ss -ltn | grep -q ":$1 "; do sleep 0.02; done; }

        """

    private let folder: String
    private let netlab: String
    private let unshare: ToolRun

    init() throws {
        for tool in Self.tools { try Self.tool(tool.name, package: tool.package) }
        guard let netlab = Executable.beside("netlab") else {
            throw ExperimentError("there is no netlab beside netlab-bench")
        }
        self.netlab = netlab
        unshare = try Self.tool("unshare", package: "util-linux")
        folder = "/tmp/netlab-bench-\(RunClock.wall())"
        try Folder.make(folder, mode: 0o700)
    }

    deinit {
        Folder.removeWhole(folder)
    }

    @discardableResult
    static func tool(_ name: String, package: String) throws(ExperimentError) -> ToolRun {
        try ToolRun.required(name, "which the phone needs", package: package)
    }

    /// Runs lines for the shell on the machine, in the scene's folder. Returns what they print.
    func run(_ lines: String) throws -> String {
        try WholeFile.write("\(folder)/lines.sh", Array((Self.setUp + lines).utf8))
        let rights = Machine.isRoot ? "-nmpf" : "-Urnmpf"
        // Everything ends with the shell, the first process of its process namespace.
        return try unshare.output([
            rights, "--kill-child", "--mount-proc", "sh", "-c",
            "cd \(folder) && NETLAB=\(netlab) && . ./lines.sh",
        ])
    }

    func read(_ name: String) throws -> [UInt8] {
        try WholeFile.read("\(folder)/\(name)", limit: 1 << 26)
    }

    func write(_ name: String, _ text: String) throws {
        try WholeFile.write("\(folder)/\(name)", Array(text.utf8))
    }

    /// The numbers in a file, one a line.
    func numbers(_ name: String) throws -> [Double] {
        String(decoding: try read(name), as: UTF8.self).split(separator: "\n").compactMap { Double($0) }
    }
}
