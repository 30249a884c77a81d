import Programs

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
