/// What was seen while a command ran.
struct FaultVisit {
    var wrong: [String] = []
    /// Open descriptors when all was done; nil if nobody looked.
    var descriptors: Int?
}
