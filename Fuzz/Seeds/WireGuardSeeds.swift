/// Configurations, and what happens to two ends of a tunnel. The lengths of the pieces follow the bytes, as the target
/// reads them.
enum WireGuardSeeds {
    static var all: [(String, [UInt8])] {
        [
            ("phone", bytes(phone)), ("server", bytes(server)), ("prefix", bytes("fd00::ff/64")),
            ("endpoint", bytes("[2001:db8::7]:51820")),
            (
                "packets",
                pieces([[2 << 1 | 0, 9], [settle], [2 << 1 | 1, 2], [settle], [1 << 1] + foreign, [settle]])
            ),
            (
                "spoilt",
                pieces([[2 << 1, 9], [4 << 1 | 1, 20, 1], [2 << 1 | 1, 2], [4 << 1, 0, 4, 9], [settle]])
            ),
            (
                "hours",
                pieces([
                    [2 << 1, 9], [pass, 130], [2 << 1, 9], [settle], [pass, 200], [2 << 1 | 1, 2], [settle],
                ])
            ),
            (
                "load",
                pieces([
                    [6 << 1 | 1], [pass, 181], [2 << 1, 9], [settle], [pass, 6], [settle], [pass, 100],
                    [settle],
                ])
            ),
            (
                "lost",
                pieces([
                    [pass, 200], [2 << 1, 9], [5 << 1 | 1], [pass, 95], [5 << 1 | 1], [pass, 255],
                    [pass, 255],
                ])
            ),
            (
                "datagrams",
                pieces([
                    [1, 1, 0, 0, 0], [1, 4, 0, 0, 0] + [UInt8](repeating: 0, count: 28), [0, 3, 0, 0, 0],
                ])
            ),
        ]
    }

    private static let settle: UInt8 = 7 << 1
    private static let pass: UInt8 = 3 << 1
    private static let foreign: [UInt8] = [
        0x45, 0, 0, 20, 0, 0, 0, 0, 64, 17, 0, 0, 10, 9, 0, 3, 8, 8, 8, 8,
    ]

    private static let phone = """
        [Interface]
        PrivateKey = WKsIfmJKikt54X+Lg4AO5m87sSkmGLb9HC+LJ/+I4Gs=
        Address = 10.9.0.2/32, fd00::2/128
        DNS = 10.9.0.1
        MTU = 1420

        [Peer]
        PublicKey = 3p7bfXt9wbTTW2HC7OQ1Nz+DQ8hbeGdNrfx+FG+IK08=
        PresharedKey = WKsIfmJKikt54X+Lg4AO5m87sSkmGLb9HC+LJ/+I4Gs=
        AllowedIPs = 0.0.0.0/0, ::/0
        Endpoint = [2001:db8::7]:51820
        PersistentKeepalive = 25

        """

    private static let server = """
        # two phones
        [interface]
        privatekey=WKsIfmJKikt54X+Lg4AO5m87sSkmGLb9HC+LJ/+I4Gs=
        ListenPort = 51820
        [Peer]
        PublicKey = 3p7bfXt9wbTTW2HC7OQ1Nz+DQ8hbeGdNrfx+FG+IK08=
        AllowedIPs =
        PersistentKeepalive = off
        Endpoint = host.example:1
        """

    private static func pieces(_ pieces: [[UInt8]]) -> [UInt8] {
        // Sizes stand at the end, less one, the first one last. They are pieces themselves, which do little.
        Array(pieces.joined()) + pieces.reversed().map { UInt8($0.count - 1) }
    }
}
