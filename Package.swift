// swift-tools-version: 6.2

import Foundation
import PackageDescription

// Warnings are errors for contributors and CI (`make lint`, `.ci/run`), not for users with a newer compiler.
let isStrict = Context.environment["NETLAB_STRICT"] == "1"

let houseRules: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (isStrict ? [.treatAllWarnings(as: .error)] : [])

/// Tests of a release build are not optimised themselves: that would take longer than it spares.
let testRules = houseRules + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// Swift's libraries become part of a program: loading them takes a large part of a short run, and so do the names of
/// all functions, which nothing outside of it calls.
let swiftLinkedIn: [LinkerSetting] = [.unsafeFlags(["-static-stdlib", "-Xlinker", "--no-export-dynamic"])]

/// One of Debian's C libraries, imported through one `shim.h`.
func cLibrary(_ name: String, pkgConfig: String? = nil, apt: String? = nil) -> Target {
    .systemLibrary(
        name: name,
        path: "Sources/C/\(name)",
        pkgConfig: pkgConfig,
        providers: apt.map { [.apt([$0])] }
    )
}

/// Rooms with an explanation beside their code.
let explained: Set = [
    "Analysis", "BenchControl", "CacheClient", "Images", "Inspection", "LinkEngine", "LinkModel", "LivePage",
    "Origin", "Proxy", "RealTime", "Services", "Serving", "TLS", "Testbed", "Theory", "VirtualTime",
    "WireGuard",
]

/// HTTP/3 stands on libraries that older distributions lack. Without their headers netlab is built without it, and says so
/// where somebody asks for it: `make` installs them where it can.
let hasHTTP3 = {
    let words = (try? String(contentsOfFile: "/usr/include/ngtcp2/version.h", encoding: .utf8))?.split(
        separator: "\""
    )
    let version = words?.map { $0.split(separator: ".").compactMap { Int($0) } }.first { $0.count == 3 }
    return version.map { ($0[0], $0[1]) >= (1, 11) } ?? false
}()

/// Folders of a room that need the `HTTP3` room.
let speakHTTP3 = ["CacheClient": "Transfers/HTTP3", "Serving": "HTTP3", "Theory": "Simulation/QUIC"]

func named(_ arrows: [String]) -> [Target.Dependency] { arrows.map { .byName(name: $0) } }

/// One room, with the arrows to the rooms that it stands on; see `withAllBelow`. Files to embed become part of the program.
func room(
    _ name: String,
    _ arrows: [String] = [],
    path: String? = nil,
    embeds: [String] = [],
    settings: [SwiftSetting] = houseRules
) -> Target {
    let spoken = speakHTTP3[name]
    return .target(
        name: name,
        dependencies: named(arrows + (hasHTTP3 && spoken != nil ? ["HTTP3"] : [])),
        path: path,
        exclude: (explained.contains(name) ? ["README.md"] : [])
            + (hasHTTP3 ? [] : [spoken].compactMap(\.self)),
        resources: embeds.map { .embedInCode($0) },
        swiftSettings: settings
    )
}

/// A program of its own.
func program(
    _ name: String,
    _ arrows: [String],
    path: String? = nil,
    linker: [LinkerSetting] = []
) -> Target {
    .executableTarget(
        name: name,
        dependencies: named(arrows),
        path: path,
        swiftSettings: houseRules,
        linkerSettings: linker
    )
}

/// The tests of one room.
func tests(_ room: String, _ arrows: [String] = []) -> Target {
    suite("\(room)Tests", [room] + arrows)
}

func suite(_ name: String, _ arrows: [String], path: String? = nil) -> Target {
    .testTarget(
        name: name,
        dependencies: named(arrows),
        path: path,
        swiftSettings: testRules
    )
}

/// A parser of foreign bytes for fuzzers, with what it promises.
func fuzz(_ name: String, _ arrows: [String]) -> Target {
    room("Fuzz\(name)", arrows + ["FuzzSupport"], path: "Fuzz/\(name)")
}

let fuzzed = [
    fuzz("CaptureFile", ["Reports"]),
    fuzz("HTTP1", ["HTTP"]),
    fuzz("HTTP1Client", ["HTTP"]),
    fuzz("HTTP2", ["HTTP2"]),
    fuzz("HTTP2Client", ["HTTP2"]),
    fuzz("FieldValues", ["HTTP"]),
    fuzz("Scenario", ["ScenarioFormat"]),
    fuzz("Archive", ["Recordings"]),
    fuzz("DiskEntry", ["CacheClient"]),
    fuzz("MessageText", ["Forwarding"]),
    fuzz("JSON", ["JSON"]),
    fuzz("Result", ["Reports"]),
    fuzz("Rules", ["ScenarioFormat"]),
    fuzz("DNS", ["Naming"]),
    fuzz("LinkImport", ["LinkFormats"]),
    fuzz("Image", ["Images"]),
    fuzz("TLS", ["TLS"]),
    fuzz("Conversation", ["Inspection"]),
    fuzz("Datagram", ["Inspection"]),
    fuzz("QUIC", ["Inspection"]),
    fuzz("Packed", ["Compression", "Wire"]),
    fuzz("URL", ["CCurl", "CacheClient", "Forwarding", "Origin"]),
    fuzz("Control", ["BenchControl", "Proxy"]),
    fuzz("Sweep", ["ScenarioFormat"]),
    fuzz("WireGuard", ["WireGuard"]),
]
let fuzzing =
    fuzzed + [
        room("FuzzSupport", path: "Fuzz/Support"),
        room("FuzzTargets", fuzzed.map(\.name), path: "Fuzz/Targets"),
        // Seeds and changes of them, by the tests' build.
        program("netlab-try-inputs", ["FuzzTargets", "LinuxIO"], path: "Fuzz/Unguided"),
    ]

/// `NETLAB_FUZZ=1`: only the program that links with libFuzzer (`make fuzzers`); `NETLAB_FUZZ=seeds`: only the one that writes
/// seeds.
let fuzzer = Context.environment["NETLAB_FUZZ"].map { wanted in
    wanted == "seeds"
        ? program("FuzzSeeds", ["CacheClient"], path: "Fuzz/Seeds")
        : program("netlab-fuzz", ["FuzzTargets"], path: "Fuzz/Guided")
}

/// Tests mirror the rooms. These need nothing beside their room, or what all tests may use.
let plainTests = [
    "Wire", "HTTP", "Forwarding", "LinkModel", "Fixtures", "Scenarios", "ScenarioFormat", "JSON",
    "Archives", "PageParts", "Figures", "Logs", "Runs", "Images", "Naming", "BenchmarkArguments",
    "Running", "WireGuard",
]
let supportedTests = [
    "HTTP2", "Compression", "LivePage", "LinkFormats", "Reports", "RealTime", "LinkEngine", "Serving",
    "Proxy", "VirtualTime", "Experiments", "Grounds", "Sweeps", "Programs", "Benchmarks", "Services",
    "Sweeping", "Inspecting", "Phones", "Commands",
]

/// Present where the libraries are.
let http3 = [
    // Loads its libraries when they are first called.
    Target.target(name: "CQUIC", path: "Sources/C/CQUIC", publicHeadersPath: "."),
    room("HTTP3", ["CQUIC", "HTTP2", "JSON", "TLS"]),
    tests("HTTP3"),
]

let package = Package(
    name: "netlab",
    products: [
        .executable(name: "netlab", targets: ["netlab"]),
        .library(name: "CacheClient", targets: ["CacheClient"]),
        .library(name: "TestBench", targets: ["TestBench"]),
        .library(name: "TestBenchImages", targets: ["TestBenchImages"]),
        .library(name: "TestBenchTraits", targets: ["TestBenchTraits"]),
    ],
    targets: [
        // C libraries: a module map and typed shims, no logic.
        cLibrary("CLinux"),
        cLibrary("CYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev"),
        cLibrary("CPcap", pkgConfig: "libpcap", apt: "libpcap-dev"),
        cLibrary("COpenSSL", pkgConfig: "openssl", apt: "libssl-dev"),
        cLibrary("CNghttp2", pkgConfig: "libnghttp2", apt: "libnghttp2-dev"),
        cLibrary("CJPEG", pkgConfig: "libjpeg", apt: "libjpeg62-turbo-dev"),
        cLibrary("CPNG", pkgConfig: "libpng", apt: "libpng-dev"),
        cLibrary("CWebP", pkgConfig: "libwebp", apt: "libwebp-dev"),
        cLibrary("CGIF", apt: "libgif-dev"),
        cLibrary("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
        cLibrary("CXXHash", pkgConfig: "libxxhash", apt: "libxxhash-dev"),
        cLibrary("CBrotli", pkgConfig: "libbrotlienc", apt: "libbrotli-dev"),
        cLibrary("CZstd", pkgConfig: "libzstd", apt: "libzstd-dev"),
        cLibrary("CQRCode", pkgConfig: "libqrencode", apt: "libqrencode-dev"),
        // Loads its library when that is first called.
        .target(name: "CCurl", path: "Sources/C/CCurl", publicHeadersPath: "."),

        // Pure: bytes and values in, values out.
        room("Wire"),
        room("HTTP", ["Wire"]),
        room("HTTP2", ["CNghttp2", "HTTP"]),
        room("TLS", ["COpenSSL", "Wire"]),
        room("WireGuard", ["COpenSSL", "Wire"]),
        room("Compression", ["CBrotli", "CZlib", "CZstd"]),
        room("Forwarding", ["HTTP"]),
        room("LinkModel", ["Wire"]),
        room("Fixtures", ["Wire"]),
        room("Scenarios", ["Fixtures", "HTTP", "LinkModel"]),
        room("JSON", ["Wire"]),
        room("Figures", ["Wire"]),
        room("Archives", ["Figures", "HTTP", "JSON"]),
        room("Logs", ["JSON"]),
        room("Runs", ["Figures", "Logs", "Scenarios"]),
        room("ScenarioFormat", ["CYAML", "Forwarding", "Runs"]),
        room("LinkFormats", ["Figures", "JSON", "LinkModel"]),
        room("Inspection", ["Compression", "HTTP2", "TLS"]),
        room("Theory", ["Runs"]),
        room("Analysis", ["Inspection", "Theory"]),
        room("Recordings", ["Archives", "Inspection", "ScenarioFormat"]),
        room("PageParts", embeds: ["Assets/colours.css", "Assets/text.js"]),
        room(
            "Reports",
            ["Analysis", "PageParts", "Recordings"],
            embeds: [
                "report.css", "charts.js", "waterfall.js", "sequence.js", "report.js", "limit.js",
                "spacing.js", "along.js", "sweep.js",
            ].map { "Page/Assets/\($0)" }
        ),

        // The outside world.
        room("LinuxIO", ["CLinux", "Wire"]),
        room("Images", ["CGIF", "CJPEG", "CPNG", "CWebP", "Fixtures"]),
        room("Capture", ["CPcap", "Compression", "LinuxIO"]),
        room("RealTime", ["CLinux", "LinuxIO"]),
        room("LinkEngine", ["RealTime", "Runs"]),
        room("Serving", ["HTTP2", "RealTime", "TLS"]),
        room("Origin", ["Compression", "Figures", "Logs", "Scenarios", "Serving"]),
        room("Grounds", ["LinkEngine", "Naming", "Origin", "ScenarioFormat"]),
        room("Proxy", ["Archives", "Compression", "Forwarding", "Serving"]),
        room(
            "LivePage",
            ["Archives", "PageParts", "Serving"],
            embeds: [
                "page.html", "page.css", "icon.svg", "page.js", "exchanges.js", "filter.js", "held.js",
                "list.js", "details.js", "contents.js", "throughput.js", "controls.js", "compose.js",
                "message.js", "curl.js", "underway.js", "news.js", "ledger.js", "rules.js", "capture.js",
                "traffic.html", "traffic.css", "traffic.js", "flows.js",
            ].map { "Assets/\($0)" }
        ),
        room("Naming", ["RealTime"]),
        room("Phones", ["CQRCode", "JSON", "LinkModel", "LinuxIO", "WireGuard"]),
        room("BenchControl", ["Grounds"]),
        // For other people's tests.
        room("TestBench", ["BenchControl"]),
        room("TestBenchImages", ["Images", "TestBench"]),
        room("TestBenchTraits", ["TestBench"]),
        room("VirtualTime", ["CLinux", "LinuxIO"]),
        room("CacheClient", ["CCurl", "COpenSSL", "CXXHash", "HTTP", "Images", "Logs", "RealTime"]),
        room("Testbed", ["CacheClient", "Capture", "Grounds", "Proxy"]),
        // Embeds what its links to `scenarios/` and `sweeps/` lead to.
        room("Experiments", ["Reports", "Testbed"], embeds: ["Bundled/Scenarios", "Bundled/Sweeps"]),
        room("Sweeps", ["LinuxIO", "Reports"]),
        room("Programs", ["Experiments", "VirtualTime"]),
        room("Services", ["BenchControl", "LivePage", "Phones", "Programs"]),
        room("Sweeping", ["Programs", "Sweeps"]),
        room("Inspecting", ["Sweeping"]),
        room("Running", ["BenchControl", "LivePage", "Programs"]),
        room("Commands", ["BenchmarkArguments", "Inspecting", "LinkFormats", "Running", "Services"]),
        program("netlab", ["Commands"], linker: swiftLinkedIn),

        // `netlab bench` knows what its program can be asked for, and nothing of how that measures.
        room("BenchmarkArguments", ["Programs"], path: "Benchmarks/Arguments"),
        room("Benchmarks", ["BenchControl", "BenchmarkArguments", "Sweeps"], path: "Benchmarks/Benchmarks"),
        program("netlab-bench", ["Benchmarks"], path: "Benchmarks/Program"),

        // Foundation's caches and libcurl alone, measured for `netlab bench cache`; netlab itself does not
        // use Foundation.
        program("netlab-cache-peers", ["CCurl"], path: "Benchmarks/CachePeers"),

        // Searches with the simulator for what the articles left out: `docs/the-articles-mystery.md`.
        program("article-search", ["Theory"], path: "Examples/ArticleSearch"),

        // Decodes one image in its own process, for the same bench.
        program(
            "netlab-downsample",
            ["Images", "LinuxIO"],
            path: "Benchmarks/Downsample",
            linker: swiftLinkedIn
        ),

        // Tests with arrows of their own.
        room("TestSupport", ["HTTP", "LinuxIO"], path: "Tests/TestSupport", settings: testRules),
        tests("TLS", ["COpenSSL"]),
        tests("Inspection", ["COpenSSL"]),
        tests("Theory", ["ScenarioFormat"]),
        tests("Analysis", ["ScenarioFormat"]),
        tests("Recordings", ["Reports"]),
        tests("LinuxIO", ["CLinux", "TestSupport"]),
        tests("Capture", ["CPcap", "TestSupport"]),
        tests("Origin", ["Images", "ScenarioFormat", "TestSupport"]),
        program("CacheWriter", ["CacheClient", "TestSupport"], path: "Tests/CacheWriter"),
        tests("CacheClient", ["CacheWriter", "Serving"]),
        tests("BenchControl", ["Images", "TestSupport"]),
        // Has the library for tests, and nothing beside it.
        program("LeanBench", ["TestBench"], path: "Tests/LeanBench"),
        tests("TestBench", ["LeanBench", "TestBenchImages", "TestBenchTraits", "TestSupport"]),
        // A worked example for users of the library.
        suite("FeedExampleTests", ["TestBenchImages", "TestBenchTraits"], path: "Examples/Swift"),
        tests("Testbed", ["TestSupport", "Theory"]),
        // Runs a program and lets one of its system calls fail.
        .systemLibrary(name: "CTrace", path: "Tests/CTrace"),
        program("FaultTracer", ["CTrace"], path: "Tests/FaultTracer"),
        suite("EndToEndTests", ["FaultTracer", "RealTime", "TestSupport", "VirtualTime"]),
    ] + plainTests.map { tests($0) } + supportedTests.map { tests($0, ["TestSupport"]) } + fuzzing
        + (hasHTTP3 ? http3 : []) + (fuzzer.map { [$0] } ?? []),
    swiftLanguageModes: [.v6]
)

/// A room may import all rooms that its arrows lead to, however far, and the C libraries that it names itself.
func withAllBelow(_ targets: [Target]) -> [Target] {
    let rooms = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0) })
    let libraries = Set(targets.filter(\.facesC).map(\.name))
    var below: [String: Set<String>] = [:]
    func reach(_ name: String) -> Set<String> {
        if let known = below[name] { return known }
        let arrows = rooms[name]?.arrows ?? []
        let reached = arrows.reduce(into: Set(arrows)) { $0.formUnion(reach($1).subtracting(libraries)) }
        below[name] = reached
        return reached
    }
    for target in targets { _ = reach(target.name) }
    for target in targets {
        target.dependencies = named(below[target.name, default: []].sorted())
    }
    return targets
}

extension Target {
    /// A C library: `Sources/C/*`, or one that only tests use.
    var facesC: Bool { type == .system || path?.hasPrefix("Sources/C/") == true }

    var arrows: [String] {
        dependencies.compactMap { if case .byNameItem(let name, _) = $0 { name } else { nil } }
    }
}

package.targets = withAllBelow(package.targets)

// `NETLAB_TESTS_OF=Scenarios,ScenarioFormat` keeps only what these rooms' tests need.
let tested = Context.environment["NETLAB_TESTS_OF"]?.split(separator: ",")
if let asked = tested?.map({ "\($0)Tests" }) ?? fuzzer.map({ [$0.name] }) {
    let rooms = package.targets.filter { asked.contains($0.name) }.flatMap(\.arrows) + asked
    let libraries = package.targets.filter { rooms.contains($0.name) }.flatMap(\.arrows)
    package.targets.removeAll { !rooms.contains($0.name) && !libraries.contains($0.name) }
    package.products = []
}
