package import HTTP
package import LinuxIO
import Runs
package import Serving

/// A folder's files as a server gives them away: nothing outside of it, and nothing but regular files.
package struct FolderSite: Sendable {
    private static let methods = "GET, HEAD, OPTIONS"
    private static let index = Array("index.html".utf8)
    /// The preferred first.
    private static let codings: [(name: String, ending: String)] = [("br", ".br"), ("gzip", ".gz")]

    private let tree: FolderTree
    private let settings: FolderSettings

    package init(_ tree: FolderTree, _ settings: FolderSettings = FolderSettings()) {
        self.tree = tree
        self.settings = settings
    }

    /// Without a date. `now` is the wall clock's, in nanoseconds since 1970.
    package func response(to request: HTTPRequestHead, now: Int64) -> ServedResponse {
        guard ["GET", "HEAD"].contains(request.method) else { return Self.other(request.method) }
        do throws(FolderPath.Problem) {
            let path = try FolderPath(request.target)
            return response(at: path, to: request, now: now)
        } catch {
            return .text(400, "\(error.text)\n")
        }
    }

    private static func other(_ method: String) -> ServedResponse {
        var response =
            method == "OPTIONS"
            ? ServedResponse(head: HTTPResponseHead(status: 204))
            : ServedResponse.text(405, "a folder answers \(methods)\n")
        response.head.fields.append("Allow", methods)
        return response
    }

    private func response(at path: FolderPath, to request: HTTPRequestHead, now: Int64) -> ServedResponse {
        guard settings.showsHidden || !path.isHidden else { return Self.missing }
        do throws(SystemCallError) {
            guard let status = try tree.status(of: path.place) else { return Self.missing }
            guard status.isFolder else {
                return path.hasSlash ? Self.missing : try file(path.components, request, now)
            }
            guard path.hasSlash else { return Self.redirect(to: path.escaped(asFolder: true) + path.query) }
            let index = path.components + [Self.index]
            if let found = try tree.status(of: Self.place(index)), found.isRegular {
                return try file(index, request, now)
            }
            guard settings.lists else {
                return .text(404, "this folder has no index.html (netlab serve --list shows what it has)\n")
            }
            return try listing(path, request)
        } catch {
            return Self.failure(error)
        }
    }

    private static func place(_ components: [[UInt8]]) -> [UInt8] {
        Array(components.joined(separator: [UInt8(ascii: "/")]))
    }

    // MARK: Files

    private func file(
        _ components: [[UInt8]],
        _ request: HTTPRequestHead,
        _ now: Int64
    ) throws(SystemCallError) -> ServedResponse {
        let place = Self.place(components)
        let (coding, varies) = try coding(of: place, request.fields)
        guard let opened = try tree.open(place + Array((coding?.ending ?? "").utf8)) else {
            return Self.missing
        }
        var file = Representation(
            ServedBody(opened.file, 0..<opened.status.size),
            mediaType: MediaType.of(components.last ?? [])
        )
        file.coding = coding?.name
        file.validators = FileState(opened.status).validators(settings.validators, now: now)
        if varies { file.variesOn = ["Accept-Encoding"] }
        let second = HTTPDate(secondsSince1970: now / 1_000_000_000)
        // The tag is as good as random for who does not know the file system.
        let seed = ContentDigest.of(Array("\(file.validators.tag?.opaque ?? "")\(now)".utf8))
        var response = ContentStep.answer(request, file, now: second, boundary: seed)
        if response.head.status == 200 { response.head.fields.append("Accept-Ranges", "bytes") }
        return response
    }

    /// Which compressed sibling the client is best served with, if any, and whether there are some at all.
    private func coding(
        of place: [UInt8],
        _ fields: HTTPFields
    ) throws(SystemCallError) -> (coding: (name: String, ending: String)?, varies: Bool) {
        guard settings.prefersCompressed else { return (nil, false) }
        var there: [(name: String, ending: String)] = []
        for coding in Self.codings
        where try tree.status(of: place + Array(coding.ending.utf8))?.isRegular == true {
            there.append(coding)
        }
        let choice = AcceptEncoding(fields)?.choice(from: there.map(\.name) + [AcceptEncoding.identity])
        return (there.first { $0.name == choice }, !there.isEmpty)
    }

    // MARK: Folders

    private func listing(_ path: FolderPath, _ request: HTTPRequestHead) throws(SystemCallError)
        -> ServedResponse
    {
        guard let found = try tree.entries(of: path.place, atMost: FolderListing.limit) else {
            return Self.missing
        }
        let listing = FolderListing(
            path,
            rows: found.entries.filter { settings.showsHidden || $0.name.first != UInt8(ascii: ".") }
                .map(FolderListing.Row.init),
            isWhole: found.isWhole
        )
        let isJSON = FolderListing.prefersJSON(request.fields)
        var head = HTTPResponseHead(status: 200)
        head.fields.append("Content-Type", isJSON ? "application/json" : "text/html; charset=utf-8")
        // It has no state that a client could ask about.
        head.fields.append("Cache-Control", "no-cache")
        head.fields.append("Vary", "Accept")
        return ServedResponse(head: head, body: ServedBody(isJSON ? listing.json.pretty : listing.html))
    }

    // MARK: Refusals

    private static var missing: ServedResponse { .text(404, "no such file here\n") }

    /// For now: browsers keep a permanent one for good, and a folder may become a file.
    private static func redirect(to place: String) -> ServedResponse {
        var response = ServedResponse.text(307, "a folder's path ends with a slash\n")
        response.head.fields.append("Location", place)
        return response
    }

    private static func failure(_ error: SystemCallError) -> ServedResponse {
        if error.isForbidden { return .text(403, "the server may not read this\n") }
        if error.isShortage { return .text(503, "the server has too many files open\n") }
        return .text(500, "the file could not be read: \(error.reason)\n")
    }
}
