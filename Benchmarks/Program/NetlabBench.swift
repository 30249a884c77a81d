import BenchmarkArguments
import Programs

/// The program of `netlab bench`, which starts it with its own arguments.
@main
enum NetlabBench {
    static func main() {
        NetlabProgram.run { words, console throws(CommandFailure) in
            let arguments = try ParsedArguments(
                words,
                taking: BenchmarkOptions.known + CommandOption.common,
                command: BenchmarkOptions.command
            )
            guard !arguments.has("--help") else {
                console.print("netlab-bench takes the arguments of `netlab bench`: netlab help bench")
                return .done
            }
            return try BenchmarkSession(BenchmarkOptions(arguments), console).run()
        }
    }
}
