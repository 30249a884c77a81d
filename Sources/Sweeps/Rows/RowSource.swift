/// What tables are made from: cells or captures, each with its rows.
package protocol RowSource {
    associatedtype Member

    /// What the manifest calls the members, in the plural.
    static var noun: String { get }

    /// Those whose rows are wanted, in the order of the tables.
    func members() throws(SweepError) -> [Member]

    /// How a member is named if it has no rows.
    func name(of member: Member) -> String

    /// Hands out the member's rows, in pieces of whole ones. False if it has none, or they are torn: then it hands out none.
    mutating func read(
        _ member: Member,
        _ take: (SplitRows) throws(SweepError) -> Void
    ) throws(SweepError) -> Bool

    /// What a reader of the tables should know of members that were read.
    var remarks: [RowRemark] { get }
}
