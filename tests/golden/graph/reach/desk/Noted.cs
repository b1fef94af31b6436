using Lib.Shared;

namespace Desk;

public class Noted
{
    public void Go() { Log.Note(null); }
}
