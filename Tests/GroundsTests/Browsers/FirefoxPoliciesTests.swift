import Foundation
import JSON
import LinuxIO
import TestSupport
import Testing

@testable import Grounds

struct FirefoxPoliciesTests {
    @Test(arguments: [
        (nil, #"{"policies":{"Certificates":{"Install":["/a.pem"]}}}"#),
        ("{}", #"{"policies":{"Certificates":{"Install":["/a.pem"]}}}"#),
        (
            #"{"policies":{"Homepage":1,"Certificates":{"Install":["/own.pem"],"ImportEnterpriseRoots":true}}}"#,
            #"{"policies":{"Homepage":1,"Certificates":{"Install":["/own.pem","/a.pem"],"ImportEnterpriseRoots":true}}}"#
        ),
    ])
    func `adds a certificate to the existing policies`(_ before: String?, _ after: String) throws {
        let text = try #require(FirefoxPolicies.text(before.map { Array($0.utf8) }, trusting: "/a.pem"))
        #expect(try JSONValue(parsing: Array(text.utf8)) == JSONValue(parsing: Array(after.utf8)))
    }

    @Test(arguments: ["", "[]", "{", "7"])
    func `leaves unparsable policies alone`(_ text: String) {
        #expect(FirefoxPolicies.text(Array(text.utf8), trusting: "/a.pem") == nil)
    }

    @Test func `finds the folder next to a program on PATH through symbolic links`() throws {
        let folder = try ScratchFolder()
        let files = FileManager.default
        for name in ["bin", "lib/firefox", "share/distribution"] {
            try files.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
        }
        try folder.write("lib/firefox/firefox-bin", "")
        for (link, target) in [
            ("bin/firefox", "../lib/firefox/firefox-bin"),
            ("lib/firefox/distribution", "../../share/distribution"),
        ] {
            try files.createSymbolicLink(atPath: folder.file(link), withDestinationPath: target)
        }
        let found = FirefoxPolicies.folders(path: "/nowhere:\(folder.file("bin"))")
        #expect(found.contains(try Folder.real(folder.file("share/distribution"))))
    }

    @Test(.enabled(if: OwnThread.mayMakeNamespaces, "needs the right to make namespaces (root)"))
    func `the policies exist only within the namespace`() async throws {
        let folder = try ScratchFolder()
        try folder.write("distribution.ini", "[Global]\n")
        let path = folder.path
        try await OwnThread.run {
            try PrivateFiles.enter()
            try FirefoxPolicies.install("the authority\n", in: path)
            #expect(try Folder.names(in: path) == ["distribution.ini", "netlab-bench.pem", "policies.json"])
            let bytes = try WholeFile.read("\(path)/policies.json", limit: 4096)
            let files = try JSONValue(parsing: bytes)["policies"]?["Certificates"]?["Install"]?.elements
            #expect(files == [.string("\(path)/netlab-bench.pem")])
        }
        #expect(try Folder.names(in: path) == ["distribution.ini"])
    }
}
