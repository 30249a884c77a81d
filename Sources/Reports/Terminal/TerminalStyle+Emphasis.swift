extension TerminalStyle.Accent {
    init(_ emphasis: ReportEmphasis) {
        switch emphasis {
        case .strong: self = .bold
        case .dim: self = .faint
        case .good: self = .green
        case .doubtful: self = .yellow
        case .bad: self = .red
        }
    }
}
