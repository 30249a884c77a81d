import Forwarding
import LinuxIO
import Proxy
import ScenarioFormat

/// A file of rules, read anew whenever it has changed.
final class RulesFile {
    private static let longest = 1 << 20

    /// What tells one version of the file from the next.
    private struct Version: Equatable {
        var inode: UInt64
        var size: Int
        var changed: Int64

        init(_ status: FileStatus) {
            (inode, size, changed) = (status.inode, status.size, status.changed)
        }
    }

    let path: String
    let current: CurrentRules
    private(set) var count: Int
    private var version: Version

    init(_ path: String) throws(CommandFailure) {
        self.path = path
        do throws(SystemCallError) {
            version = Version(try FileReader(path).status())
        } catch {
            throw CommandFailure(.failed, "the rules cannot be read: \(error)")
        }
        let rules = try Self.read(path)
        count = rules.count
        current = CurrentRules(rules)
    }

    /// The number of its rules; nil if the file is none of rules, or none at all.
    static func count(_ path: String) throws(CommandFailure) -> Int? {
        guard WholeFile.exists(path), let text = try? WholeFile.read(path, limit: longest),
            RulesLoader.isMeant(text)
        else { return nil }
        return try rules(in: text, path).count
    }

    /// Follows the file's new version; false if there is none. The old rules stay if the new version is faulty,
    /// and while there is no file: editors may remove it for a moment.
    func refresh() throws(CommandFailure) -> Bool {
        guard let status = try? FileReader(path).status(), Version(status) != version else { return false }
        version = Version(status)
        let rules = try Self.read(path)
        count = rules.count
        current.replace(with: rules)
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
