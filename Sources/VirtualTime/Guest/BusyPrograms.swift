import LinuxIO

/// Who wants the processor at this moment.
enum BusyPrograms {
    private static let most = 3

    /// The names of processes that are running or ready to, but for one.
    static func names(except own: Int32) -> String {
        let processes = ((try? Folder.names(in: "/proc")) ?? []).compactMap { Int32($0) }.sorted()
        let names = processes.filter { $0 != own }.compactMap(runningName)
        return names.prefix(most).joined(separator: ", ")
    }

    /// nil where the process waits for something.
    private static func runningName(_ process: Int32) -> String? {
        // "12 (some name) R ...": the name may have brackets of its own.
        guard let text = try? KernelFile.read("/proc/\(process)/stat"), let open = text.firstIndex(of: "("),
            let close = text.lastIndex(of: ")"), text[close...].dropFirst(2).first == "R"
        else { return nil }
        return String(text[text.index(after: open)..<close])
    }
}
