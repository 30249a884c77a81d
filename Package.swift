// swift-tools-version: 6.2

import PackageDescription

// Warnings are errors for contributors and CI (`make lint`, `.ci/run`), not for users with a newer compiler.
let isStrict = Context.environment["NETLAB_STRICT"] == "1"

let houseRules: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (isStrict ? [.treatAllWarnings(as: .error)] : [])

/// A C library of Debian's, seen through one `shim.h`.
func cLibrary(_ name: String, pkgConfig: String? = nil, apt: String? = nil) -> Target {
    .systemLibrary(
        name: name,
        path: "Sources/C/\(name)",
        pkgConfig: pkgConfig,
        providers: apt.map { [.apt([$0])] }
    )
}

/// One room of the house; its dependencies are the arrows of ARCHITECTURE.md.
func room(_ name: String, _ dependencies: [String] = []) -> Target {
    .target(name: name, dependencies: dependencies.map { .byName(name: $0) }, swiftSettings: houseRules)
}

/// The tests of one room.
func tests(_ room: String, _ dependencies: [String] = []) -> Target {
    .testTarget(
        name: "\(room)Tests",
        dependencies: ([room] + dependencies).map { .byName(name: $0) },
        swiftSettings: houseRules
    )
}

/// Fuzzing: one program for each parser of foreign bytes. They stand here, to see `package` declarations, and only
/// when asked for: they link with libFuzzer alone (`Scripts/fuzz`).
func fuzzing() -> [Target] {
    func fuzz(_ name: String, _ dependencies: [String]) -> Target {
        .executableTarget(
            name: "Fuzz\(name)",
            dependencies: dependencies.map { .byName(name: $0) },
            path: "Fuzz/\(name)",
            swiftSettings: houseRules
        )
    }
    guard Context.environment["NETLAB_FUZZ"] == "1" else { return [] }
    return [
        .target(name: "FuzzSupport", path: "Fuzz/Support", swiftSettings: houseRules),
        fuzz("CaptureFile", ["FuzzSupport", "Wire", "Inspection", "Reports", "Runs"]),
        fuzz("HTTP1", ["FuzzSupport", "HTTP"]),
        fuzz("Scenario", ["FuzzSupport", "Scenarios"]),
        fuzz("DiskEntry", ["FuzzSupport", "CacheClient"]),
        fuzz("Seeds", ["CacheClient", "Wire"]),
    ]
}

let package = Package(
    name: "netlab",
    products: [
        .executable(name: "netlab", targets: ["netlab"]),
        .library(name: "CacheClient", targets: ["CacheClient"]),
    ],
    targets: [
        // C libraries: a module map and typed shims, no logic.
        cLibrary("CLinux"),
        cLibrary("CYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev"),
        cLibrary("CPcap", pkgConfig: "libpcap", apt: "libpcap-dev"),
        cLibrary("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
        cLibrary("CJPEG", pkgConfig: "libjpeg", apt: "libjpeg62-turbo-dev"),
        cLibrary("CPNG", pkgConfig: "libpng", apt: "libpng-dev"),

        // Pure: bytes and values in, values out.
        room("Wire"),
        room("HTTP", ["Wire"]),
        room("LinkModel", ["Wire"]),
        room("Scenarios", ["CYAML", "LinkModel", "Wire"]),
        room("Runs", ["LinkModel", "Wire"]),
        room("Inspection", ["HTTP", "Wire"]),
        room("Theory", ["LinkModel", "Scenarios", "Wire"]),
        room("Analysis", ["Inspection", "LinkModel", "Runs", "Scenarios", "Theory", "Wire"]),
        room("Reports", ["Analysis", "Inspection", "LinkModel", "Runs", "Wire"]),

        // The outside world.
        room("LinuxIO", ["CLinux", "Wire"]),
        room("Images", ["CJPEG", "CPNG", "Wire"]),
        room("Capture", ["CPcap", "LinuxIO", "Wire"]),
        room("LinkEngine", ["LinkModel", "LinuxIO", "Runs", "Wire"]),
        room("Serving", ["HTTP", "LinuxIO", "Wire"]),
        room("Origin", ["HTTP", "Images", "LinuxIO", "Runs", "Serving", "Wire"]),
        room("CacheClient", ["CCurl", "LinuxIO", "Runs", "Wire"]),
        room(
            "Testbed",
            [
                "CacheClient", "Capture", "Images", "LinkEngine", "LinkModel", "LinuxIO", "Origin", "Runs",
                "Scenarios", "Serving", "Wire",
            ]
        ),
        .executableTarget(
            name: "netlab",
            dependencies: [
                "Analysis", "Capture", "Images", "Inspection", "LinkEngine", "LinkModel", "LinuxIO",
                "Reports", "Runs", "Scenarios", "Testbed", "Theory", "Wire",
            ],
            swiftSettings: houseRules
        ),

        // Tests mirror the rooms.
        .target(
            name: "TestSupport",
            dependencies: ["HTTP", "LinuxIO"],
            path: "Tests/TestSupport",
            swiftSettings: houseRules
        ),
        tests("Wire"),
        tests("HTTP"),
        tests("LinkModel", ["Wire"]),
        tests("Scenarios", ["LinkModel"]),
        tests("Runs", ["LinkModel", "Wire"]),
        tests("Inspection", ["Wire"]),
        tests("Theory", ["LinkModel", "Scenarios", "Wire"]),
        tests("Analysis", ["Inspection", "LinkModel", "Runs", "Scenarios", "Wire"]),
        tests("Reports", ["Inspection", "LinkModel", "Runs", "Wire"]),
        tests("LinuxIO", ["TestSupport", "Wire"]),
        tests("Images"),
        tests("Capture", ["LinuxIO", "TestSupport", "Wire"]),
        tests("LinkEngine", ["LinkModel", "LinuxIO", "Runs", "TestSupport", "Wire"]),
        tests("Serving", ["HTTP", "LinuxIO", "TestSupport", "Wire"]),
        tests("Origin", ["HTTP", "Images", "LinuxIO", "Runs", "Serving", "TestSupport", "Wire"]),
        tests("CacheClient", ["LinuxIO", "Runs", "Wire"]),
        tests(
            "Testbed",
            ["CacheClient", "Images", "LinkModel", "Origin", "Runs", "Scenarios", "TestSupport", "Wire"]
        ),
        tests("netlab", ["Runs"]),
        .testTarget(name: "EndToEndTests", dependencies: ["TestSupport"], swiftSettings: houseRules),
    ] + fuzzing(),
    swiftLanguageModes: [.v6]
)
