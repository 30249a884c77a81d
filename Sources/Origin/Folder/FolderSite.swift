package import HTTP
import JSON
package import LinuxIO
package import Serving
import Wire

/// A folder's files for a server: only regular files, and nothing outside of the folder.
package struct FolderSite: Sendable {
    private static let methods = "GET, HEAD, OPTIONS"
    private static let index = Array("index.html".utf8)
    private static let slash = Array("/".utf8)
    /// The preferred first.
    private static let codings: [(name: String, ending: String)] = [("br", ".br"), ("gzip", ".gz")]

    private let root: FolderRoot
    let cache = FolderCache()
    private let settings: FolderSettings

    package init(_ tree: FolderTree, _ settings: FolderSettings = FolderSettings()) {
        root = FolderRoot(tree)
        self.settings = settings
    }

    /// The response lacks a date. `now` is the wall clock's, in nanoseconds since 1970.
    package func response(to request: HTTPRequestHead, now: @autoclosure () -> Int64) -> ServedResponse {
        guard request.method == "GET" || request.method == "HEAD" else { return Self.other(request.method) }
        if let answer = readyAnswer(to: request) { return answer }
        root.review()
        do throws(FolderPath.Problem) {
            let path = try FolderPath(request.target)
            return response(at: path, to: request, now: now())
        } catch {
            return .text(400, "\(error.text)\n")
        }
    }

    private var tree: FolderTree { root.tree }

    /// Answers from a file that the same target found before and that is unchanged in the folder. nil if
    /// deciding takes more.
    private func readyAnswer(to request: HTTPRequestHead) -> ServedResponse? {
        guard let kept = cache.find(target: request.target), let prepared = kept.representation.prepared,
            let status = try? tree.status(of: kept.place), kept.state == FileState(status)
        else { return nil }
        return prepared.answer(to: request)
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
                return path.hasSlash ? Self.missing : try file(at: path.place, status, request, now)
            }
            guard path.hasSlash else { return Self.redirect(to: path.escaped(asFolder: true) + path.query) }
            let index = path.place + (path.place.isEmpty ? Self.index : Self.slash + Self.index)
            if let found = try tree.status(of: index), found.isRegular {
                return try file(at: index, found, request, now)
            }
            guard settings.lists else {
                return .text(404, "this folder has no index.html (netlab serve --list shows what it has)\n")
            }
            return try listing(path, request)
        } catch {
            return Self.failure(error)
        }
    }

    // MARK: Files

    /// An existing compressed sibling.
    private typealias Sibling = (name: String, ending: String, status: FileStatus)

    private func file(
        at place: [UInt8],
        _ status: FileStatus,
        _ request: HTTPRequestHead,
        _ now: Int64
    ) throws(SystemCallError) -> ServedResponse {
        let siblings = settings.prefersCompressed ? try siblings(of: place) : []
        let sibling = Self.choice(from: siblings, request.fields)
        guard let file = try file(at: place, sibling?.status ?? status, sibling, now) else {
            return Self.missing
        }
        // A sibling that could replace it would have to be looked up.
        if !settings.prefersCompressed { cache.note(request.target, for: file) }
        return ContentStep.answer(
            request,
            siblings.isEmpty ? file.representation : file.representation.varying(on: ["Accept-Encoding"]),
            now: HTTPDate(secondsSince1970: now / 1_000_000_000),
            boundary: SplitMix.mixed(file.state.digest ^ UInt64(bitPattern: now))
        )
    }

    /// From the cache if the folder still has it in the same state. nil if it is gone by now.
    private func file(
        at place: [UInt8],
        _ status: FileStatus,
        _ sibling: Sibling?,
        _ now: Int64
    ) throws(SystemCallError) -> KeptFile? {
        let real = sibling.map { place + Array($0.ending.utf8) } ?? place
        // No name contains a zero byte, so this key differs from the sibling's own, which is a file of
        // another type.
        let key = sibling == nil ? place : real + [0]
        if let kept = cache.find(key, in: FileState(status)) { return kept }
        guard let (file, status) = try open(real) else { return nil }
        let state = FileState(status)
        let name = place.split(separator: Self.slash[0]).last ?? []
        var representation = Representation(
            try Self.body(file, status.size),
            mediaType: MediaType.of(Array(name))
        )
        representation.coding = sibling?.name
        representation.validators = state.validators(settings.validators, now: now)
        representation.hasParts = true
        guard state.isSettled(now: now), state.modified <= now else {
            return KeptFile(key, state, representation)
        }
        let kept = KeptFile(key, state, representation.prepared())
        cache.keep(kept)
        return kept
    }

    private func open(_ place: [UInt8]) throws(SystemCallError) -> (file: SharedFile, status: FileStatus)? {
        do throws(SystemCallError) {
            return try tree.open(place)
        } catch  where error.isShortage {
            cache.clear()
            return try tree.open(place)
        }
    }

    /// A short file's bytes are sent with the head. If it is truncated meanwhile, the sending breaks off.
    private static func body(_ file: SharedFile, _ size: Int) throws(SystemCallError) -> ServedBody {
        if size <= FolderCache.longestCopy {
            let bytes = try file.bytes(in: 0..<size)
            if bytes.count == size { return ServedBody(bytes) }
        }
        return ServedBody(file, 0..<size)
    }

    /// The preferred first.
    private func siblings(of place: [UInt8]) throws(SystemCallError) -> [Sibling] {
        var there: [Sibling] = []
        for coding in Self.codings {
            if let status = try tree.status(of: place + Array(coding.ending.utf8)), status.isRegular {
                there.append((coding.name, coding.ending, status))
            }
        }
        return there
    }

    /// The sibling that suits the client best; nil if that is the file itself.
    private static func choice(from siblings: [Sibling], _ fields: HTTPFields) -> Sibling? {
        guard !siblings.isEmpty else { return nil }
        let choice = AcceptEncoding(fields)?.choice(from: siblings.map(\.name) + [AcceptEncoding.identity])
        return siblings.first { $0.name == choice }
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
        // It has no state that a client could revalidate.
        head.fields.append("Cache-Control", "no-cache")
        head.fields.append("Vary", "Accept")
        return ServedResponse(head: head, body: ServedBody(isJSON ? listing.json.pretty : listing.html))
    }

    // MARK: Refusals

    private static var missing: ServedResponse { .text(404, "no such file here\n") }

    /// Temporary: browsers keep a permanent redirect forever, and a folder may become a file.
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
