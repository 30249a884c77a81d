/// A shell that completes command lines.
enum CompletionShell: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// The script that teaches this shell the commands and options.
    func script(_ commands: [CompletedCommand]) -> String {
        switch self {
        case .bash: BashCompletion(commands).script
        case .zsh: ZshCompletion(commands).script
        case .fish: FishCompletion(commands).script
        }
    }
}
