/// What `netlab sweep` does.
enum SweepVerb: String, CaseIterable {
    case plan, run, cell, submit, status, predict, merge, report
}
