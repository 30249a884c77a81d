import Forwarding
import JSON
import LinuxIO
package import Programs
import Proxy
import ScenarioFormat
import Synchronization

/// A file of rules, read anew whenever it has changed. Any thread may use it.
package final class RulesFile: Sendable {
    private static let longest = 1 << 20
    /// Rules that are told one by one, and characters of each.
    private static let mostReported = 200
    private static let mostWords = 400

    /// What tells one version of the file from the next.
    private struct Version: Equatable {
        var inode: UInt64
        var size: Int
        var changed: Int64

        init(_ status: FileStatus) {
            (inode, size, changed) = (status.inode, status.size, status.changed)
        }
    }

    private struct State {
        var version: Version
        /// Why the latest version of the file is not followed; nil if it is.
        var problem: String?
    }

    let path: String
    let current: CurrentRules
    private let state: Mutex<State>

    init(_ path: String) throws(CommandFailure) {
        self.path = path
        let version: Version
        do throws(SystemCallError) {
            version = Version(try FileReader(path).status())
        } catch {
            throw CommandFailure(.failed, "the rules cannot be read: \(error)")
        }
        current = CurrentRules(try Self.read(path))
        state = Mutex(State(version: version))
    }

    /// The number of rules that are followed.
    var count: Int { current.words.count }

    /// The rules that are followed, and what is wrong with the file if they are those of an older version.
    var status: JSONValue {
        let words = current.words
        let told = words.prefix(Self.mostReported).map { JSONValue.string(Self.short($0)) }
        return [
            "file": .string(path), "count": words.count.json, "words": .array(told),
            "problem": state.withLock { $0.problem }.json,
        ]
    }

    private static func short(_ words: String) -> String {
        words.count > mostWords ? "\(words.prefix(mostWords))…" : words
    }

    /// The number of its rules; nil if the file is none of rules, or none at all.
    package static func count(_ path: String) throws(CommandFailure) -> Int? {
        guard WholeFile.exists(path), let text = try? WholeFile.read(path, limit: longest),
            RulesLoader.isMeant(text)
        else { return nil }
        return try rules(in: text, path).count
    }

    /// Follows the file's new version; false if there is none. The old rules stay if the new version is faulty,
    /// and while there is no file: editors may remove it for a moment.
    func refresh() throws(CommandFailure) -> Bool {
        guard let status = try? FileReader(path).status() else { return false }
        let version = Version(status)
        let isNew = state.withLock { state in
            defer { state.version = version }
            return state.version != version
        }
        guard isNew else { return false }
        do throws(CommandFailure) {
            current.replace(with: try Self.read(path))
            state.withLock { $0.problem = nil }
        } catch {
            state.withLock { $0.problem = error.message }
            throw error
        }
        return true
    }

    private static func read(_ path: String) throws(CommandFailure) -> ProxyRules {
        let text: [UInt8]
        do throws(SystemCallError) {
            text = try WholeFile.read(path, limit: longest)
        } catch {
            throw CommandFailure(.failed, "the rules cannot be read: \(error)")
        }
        return try rules(in: text, path)
    }

    private static func rules(in text: [UInt8], _ path: String) throws(CommandFailure) -> ProxyRules {
        do throws(ScenarioError) {
            return try RulesLoader.load(text: text, file: path)
        } catch {
            throw CommandFailure.invalidFile(error.description)
        }
    }
}

// MARK: Console

extension RulesFile {
    /// Follows the file's new version, or says why not. Returns true if there is one.
    func follow(on console: Console, isQuiet: Bool) -> Bool {
        do throws(CommandFailure) {
            guard try refresh() else { return false }
            if !isQuiet { console.note("follows the changed rules of \(path): \(count)") }
        } catch {
            console.report(error)
            console.warn("the proxy keeps following the previous rules")
        }
        return true
    }
}
