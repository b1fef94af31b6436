<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
 <context>
  <name>Window</name>
  <message>
   <source> (rank by {parts})</source>
   <translation> (Rang nach {parts})</translation>
  </message>
  <message>
   <source> tokens</source>
   <translation> Tokens</translation>
  </message>
  <message>
   <source> with {filters}</source>
   <translation> mit {filters}</translation>
  </message>
  <message numerus="yes">
   <source>+{n} copies</source>
   <translation>
    <numerusform>+{n} Kopie</numerusform>
    <numerusform>+{n} Kopien</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>+{n} versions</source>
   <translation>
    <numerusform>+{n} Fassung</numerusform>
    <numerusform>+{n} Fassungen</numerusform>
   </translation>
  </message>
  <message>
   <source>, by </source>
   <translation>, nach </translation>
  </message>
  <message>
   <source>, excluded</source>
   <translation>, ausgeschlossen</translation>
  </message>
  <message>
   <source>, included</source>
   <translation>, eingeschlossen</translation>
  </message>
  <message>
   <source>, note: {note}</source>
   <translation>, Notiz: {note}</translation>
  </message>
  <message>
   <source>0 ranks by word, 1 by meaning. Double click for the middle</source>
   <translation>0 ordnet nach Wörtern, 1 nach Bedeutung. Doppelklick für die Mitte</translation>
  </message>
  <message>
   <source>80 to 160</source>
   <translation>80 bis 160</translation>
  </message>
  <message>
   <source>&gt; commands   @ symbols   # saved searches</source>
   <translation>&gt; Befehle   @ Symbole   # gesicherte Suchen</translation>
  </message>
  <message>
   <source>A GPU where one can be used, else the processor</source>
   <translation>Eine GPU, wo es geht, sonst der Prozessor</translation>
  </message>
  <message>
   <source>A GPU where one can be used, else the processor. Now: {device}</source>
   <translation>Eine GPU, wo es geht, sonst der Prozessor. Jetzt: {device}</translation>
  </message>
  <message>
   <source>A branch, a tag or a hash; ~1 behind it means one commit earlier</source>
   <translation>Ein Branch, ein Tag oder ein Hash; ~1 dahinter heißt einen Commit früher</translation>
  </message>
  <message>
   <source>A file of yours could not be read</source>
   <translation>Eine eigene Datei konnte nicht gelesen werden</translation>
  </message>
  <message>
   <source>A name is needed</source>
   <translation>Ein Name wird gebraucht</translation>
  </message>
  <message>
   <source>A package shows it to all users of this computer</source>
   <translation>Ein Paket zeigt es allen auf diesem Rechner</translation>
  </message>
  <message>
   <source>A result has a tree of what it uses and what uses it, across languages and down to the tables. It can be drawn as a graph.</source>
   <translation>Zu einem Ergebnis gehört ein Baum: was es braucht und wer es braucht, über Sprachen hinweg bis zu den Tabellen. Er lässt sich als Graph zeichnen.</translation>
  </message>
  <message>
   <source>A score bar shows: {parts}</source>
   <translation>Ein Balken zeigt: {parts}</translation>
  </message>
  <message>
   <source>A short tour</source>
   <translation>Ein kurzer Rundgang</translation>
  </message>
  <message>
   <source>Access</source>
   <translation>Zugriff</translation>
  </message>
  <message>
   <source>Add</source>
   <translation>Hinzufügen</translation>
  </message>
  <message>
   <source>Add all {n}</source>
   <translation>Alle {n} hinzufügen</translation>
  </message>
  <message>
   <source>Add folder</source>
   <translation>Ordner hinzufügen</translation>
  </message>
  <message>
   <source>Add the folders you work in. Dowse indexes them on this computer; nothing is sent anywhere.</source>
   <translation>Die Ordner hinzufügen, in denen gearbeitet wird. Dowse indiziert sie auf diesem Rechner; nichts wird gesendet.</translation>
  </message>
  <message>
   <source>Add to context</source>
   <translation>Zum Kontext hinzufügen</translation>
  </message>
  <message>
   <source>Add to favourites</source>
   <translation>Zu den Favoriten hinzufügen</translation>
  </message>
  <message>
   <source>Add what names, definitions and references say about a file</source>
   <translation>Mitwerten, was Namen, Definitionen und Verweise über eine Datei sagen</translation>
  </message>
  <message>
   <source>Advanced</source>
   <translation>Mehr</translation>
  </message>
  <message>
   <source>Advanced ranking</source>
   <translation>Weitere Regler</translation>
  </message>
  <message>
   <source>All but these</source>
   <translation>Alle außer diesen</translation>
  </message>
  <message>
   <source>All files</source>
   <translation>Alle</translation>
  </message>
  <message>
   <source>All parts times {factor}: {kind}</source>
   <translation>Alle Teile mal {factor}: {kind}</translation>
  </message>
  <message>
   <source>All processors, behind everything else</source>
   <translation>Alle Prozessoren, hinter allem anderen</translation>
  </message>
  <message>
   <source>All processors, beside everything else</source>
   <translation>Alle Prozessoren, neben allem anderen</translation>
  </message>
  <message>
   <source>Amber: matched lines, violet: supporting chunks</source>
   <translation>Bernstein: Fundstellen, Violett: stützende Abschnitte</translation>
  </message>
  <message>
   <source>Another folder has this name</source>
   <translation>Ein anderer Ordner heißt schon so</translation>
  </message>
  <message>
   <source>Another program has an entry by this name</source>
   <translation>Unter diesem Namen steht dort ein anderes Programm</translation>
  </message>
  <message>
   <source>Another saved search has this name</source>
   <translation>Eine andere gesicherte Suche heißt schon so</translation>
  </message>
  <message>
   <source>Another saved tree has this name</source>
   <translation>Ein anderer gesicherter Baum heißt schon so</translation>
  </message>
  <message>
   <source>Answered in {took}</source>
   <translation>Beantwortet in {took}</translation>
  </message>
  <message>
   <source>Appearance</source>
   <translation>Darstellung</translation>
  </message>
  <message>
   <source>As its reader sees it</source>
   <translation>Wie der Leser sie sieht</translation>
  </message>
  <message>
   <source>Attention</source>
   <translation>Aufmerksamkeit</translation>
  </message>
  <message>
   <source>Auto</source>
   <translation>Automatisch</translation>
  </message>
  <message>
   <source>Back</source>
   <translation>Zurück</translation>
  </message>
  <message>
   <source>Back to the results</source>
   <translation>Zurück zu den Ergebnissen</translation>
  </message>
  <message>
   <source>Balanced</source>
   <translation>Mitte</translation>
  </message>
  <message>
   <source>Batch</source>
   <translation>Stapel</translation>
  </message>
  <message>
   <source>Begin the way here</source>
   <translation>Den Weg hier beginnen</translation>
  </message>
  <message>
   <source>Best chunks</source>
   <translation>Beste Abschnitte</translation>
  </message>
  <message>
   <source>Both</source>
   <translation>Beide</translation>
  </message>
  <message>
   <source>Both are {name}</source>
   <translation>Beides ist {name}</translation>
  </message>
  <message>
   <source>Branch</source>
   <translation>Branch</translation>
  </message>
  <message>
   <source>Branch or tag</source>
   <translation>Zweig oder Tag</translation>
  </message>
  <message>
   <source>Branch or tag of {label}, such as origin/next; it is read from git</source>
   <translation>Zweig oder Tag von {label}, etwa origin/next; er wird aus git gelesen</translation>
  </message>
  <message>
   <source>Branch {branch} is not checked out. The preview shows the file as git has it.</source>
   <translation>Der Zweig {branch} ist nicht ausgecheckt. Die Vorschau zeigt die Datei so, wie git sie hat.</translation>
  </message>
  <message>
   <source>Budget</source>
   <translation>Budget</translation>
  </message>
  <message>
   <source>By meaning</source>
   <translation>Nach Bedeutung</translation>
  </message>
  <message>
   <source>By meaning only</source>
   <translation>Nur nach Bedeutung</translation>
  </message>
  <message>
   <source>By word</source>
   <translation>Nach Wörtern</translation>
  </message>
  <message>
   <source>By word and by meaning</source>
   <translation>Nach Wörtern und nach Bedeutung</translation>
  </message>
  <message>
   <source>By word only</source>
   <translation>Nur nach Wörtern</translation>
  </message>
  <message>
   <source>By word, waits for dependencies</source>
   <translation>Nach Wörtern, wartet auf Abhängigkeiten</translation>
  </message>
  <message>
   <source>Calls</source>
   <translation>Aufrufe</translation>
  </message>
  <message>
   <source>Calls and creates</source>
   <translation>Ruft auf und erzeugt</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>Abbrechen</translation>
  </message>
  <message>
   <source>Change</source>
   <translation>Ändern</translation>
  </message>
  <message>
   <source>Change the note</source>
   <translation>Die Notiz ändern</translation>
  </message>
  <message>
   <source>Changed files</source>
   <translation>Geänderte Dateien</translation>
  </message>
  <message>
   <source>Changed in seven days; or 2026-03, &gt;2026-01-15</source>
   <translation>In sieben Tagen geändert; oder 2026-03, &gt;2026-01-15</translation>
  </message>
  <message>
   <source>Changed together with</source>
   <translation>Geändert zusammen mit</translation>
  </message>
  <message>
   <source>Changes</source>
   <translation>Änderungen</translation>
  </message>
  <message>
   <source>Changes apply at once</source>
   <translation>Änderungen gelten sofort</translation>
  </message>
  <message>
   <source>Choose a model</source>
   <translation>Modell wählen</translation>
  </message>
  <message>
   <source>Choose an editor</source>
   <translation>Editor wählen</translation>
  </message>
  <message>
   <source>Choose another folder.</source>
   <translation>Einen anderen Ordner wählen.</translation>
  </message>
  <message>
   <source>Chosen before</source>
   <translation>Schon gewählt</translation>
  </message>
  <message>
   <source>Chunks in the context</source>
   <translation>Abschnitte im Kontext</translation>
  </message>
  <message>
   <source>Chunks of all files</source>
   <translation>Abschnitte aller Dateien</translation>
  </message>
  <message>
   <source>Clear all filters</source>
   <translation>Alle Filter löschen</translation>
  </message>
  <message>
   <source>Clear history</source>
   <translation>Verlauf löschen</translation>
  </message>
  <message>
   <source>Clear the query</source>
   <translation>Die Suche leeren</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>Schließen</translation>
  </message>
  <message>
   <source>Close the pinned file</source>
   <translation>Angeheftete Datei schließen</translation>
  </message>
  <message>
   <source>Close, clear, or go to search</source>
   <translation>Schließen, leeren oder zur Suche</translation>
  </message>
  <message>
   <source>Code</source>
   <translation>Code</translation>
  </message>
  <message>
   <source>Combined from the ranks in both lists; the semantic list counts {share}</source>
   <translation>Aus den Rängen in beiden Listen; die Liste der Bedeutungen zählt {share}</translation>
  </message>
  <message>
   <source>Command</source>
   <translation>Befehl</translation>
  </message>
  <message>
   <source>Command of your own editor</source>
   <translation>Befehl des eigenen Editors</translation>
  </message>
  <message>
   <source>Command palette</source>
   <translation>Befehlspalette</translation>
  </message>
  <message>
   <source>Commands</source>
   <translation>Befehle</translation>
  </message>
  <message>
   <source>Commit</source>
   <translation>Commit</translation>
  </message>
  <message>
   <source>Commit history</source>
   <translation>Verlauf der Commits</translation>
  </message>
  <message>
   <source>Commit {name}</source>
   <translation>Commit {name}</translation>
  </message>
  <message>
   <source>Commit, branch or tag</source>
   <translation>Commit, Branch oder Tag</translation>
  </message>
  <message>
   <source>Commits that speak of it</source>
   <translation>Commits, die davon sprechen</translation>
  </message>
  <message>
   <source>Commits, without meaning</source>
   <translation>Commits, ohne Bedeutung</translation>
  </message>
  <message>
   <source>Compare every folder at the start</source>
   <translation>Jeden Ordner beim Start vergleichen</translation>
  </message>
  <message>
   <source>Component</source>
   <translation>Komponente</translation>
  </message>
  <message>
   <source>Confidence {confidence}</source>
   <translation>Zuversicht {confidence}</translation>
  </message>
  <message>
   <source>Configuration</source>
   <translation>Konfiguration</translation>
  </message>
  <message>
   <source>Context</source>
   <translation>Kontext</translation>
  </message>
  <message>
   <source>Continue indexing</source>
   <translation>Weiter indizieren</translation>
  </message>
  <message numerus="yes">
   <source>Copied {n} tokens</source>
   <translation>
    <numerusform>{n} Token kopiert</numerusform>
    <numerusform>{n} Tokens kopiert</numerusform>
   </translation>
  </message>
  <message>
   <source>Copy</source>
   <translation>Kopieren</translation>
  </message>
  <message>
   <source>Copy as Markdown</source>
   <translation>Als Markdown kopieren</translation>
  </message>
  <message>
   <source>Copy as a filter</source>
   <translation>Als Filter kopieren</translation>
  </message>
  <message>
   <source>Copy as path:line</source>
   <translation>Als Pfad:Zeile kopieren</translation>
  </message>
  <message>
   <source>Copy as text</source>
   <translation>Als Text kopieren</translation>
  </message>
  <message>
   <source>Copy context for LLM</source>
   <translation>Kontext für ein Sprachmodell kopieren</translation>
  </message>
  <message>
   <source>Copy details</source>
   <translation>Einzelheiten kopieren</translation>
  </message>
  <message>
   <source>Copy for LLM</source>
   <translation>Für LLM kopieren</translation>
  </message>
  <message>
   <source>Copy of somebody else's code</source>
   <translation>Kopie fremden Codes</translation>
  </message>
  <message>
   <source>Copy path</source>
   <translation>Pfad kopieren</translation>
  </message>
  <message>
   <source>Copy relative path</source>
   <translation>Relativen Pfad kopieren</translation>
  </message>
  <message>
   <source>Copy the commit</source>
   <translation>Commit kopieren</translation>
  </message>
  <message>
   <source>Copy the query</source>
   <translation>Die Suchanfrage kopieren</translation>
  </message>
  <message>
   <source>Copy the text first.</source>
   <translation>Zuerst den Text kopieren.</translation>
  </message>
  <message>
   <source>Copy the tree as text</source>
   <translation>Den Baum als Text kopieren</translation>
  </message>
  <message>
   <source>Copy web link</source>
   <translation>Web-Link kopieren</translation>
  </message>
  <message>
   <source>Cosine of its best chunk with the query: {cosine}</source>
   <translation>Kosinus des besten Abschnitts mit der Suche: {cosine}</translation>
  </message>
  <message>
   <source>Could not be indexed: {reason}</source>
   <translation>Konnte nicht indiziert werden: {reason}</translation>
  </message>
  <message numerus="yes">
   <source>Counts of the first {n} files</source>
   <translation>
    <numerusform>Anzahlen in der ersten Datei</numerusform>
    <numerusform>Anzahlen in den ersten {n} Dateien</numerusform>
   </translation>
  </message>
  <message>
   <source>Critical</source>
   <translation>Kritisch</translation>
  </message>
  <message>
   <source>Cross-encoder</source>
   <translation>Cross-Encoder</translation>
  </message>
  <message>
   <source>Dark</source>
   <translation>Dunkel</translation>
  </message>
  <message>
   <source>Data</source>
   <translation>Daten</translation>
  </message>
  <message>
   <source>Database</source>
   <translation>Datenbank</translation>
  </message>
  <message>
   <source>Defines the name</source>
   <translation>Definiert den Namen</translation>
  </message>
  <message>
   <source>Definitions</source>
   <translation>Definitionen</translation>
  </message>
  <message>
   <source>Dependencies</source>
   <translation>Abhängigkeiten</translation>
  </message>
  <message>
   <source>Dependencies are being read</source>
   <translation>Abhängigkeiten werden gelesen</translation>
  </message>
  <message>
   <source>Dependencies of the selection</source>
   <translation>Abhängigkeiten der Auswahl</translation>
  </message>
  <message>
   <source>Dependencies of {name}</source>
   <translation>Abhängigkeiten von {name}</translation>
  </message>
  <message>
   <source>Depends on</source>
   <translation>Hängt ab von</translation>
  </message>
  <message>
   <source>Depth</source>
   <translation>Tiefe</translation>
  </message>
  <message>
   <source>Details</source>
   <translation>Einzelheiten</translation>
  </message>
  <message>
   <source>Device</source>
   <translation>Gerät</translation>
  </message>
  <message>
   <source>Direction</source>
   <translation>Richtung</translation>
  </message>
  <message>
   <source>Do not filter by this</source>
   <translation>Nicht danach filtern</translation>
  </message>
  <message>
   <source>Document</source>
   <translation>Dokument</translation>
  </message>
  <message>
   <source>Document type</source>
   <translation>Dokumentart</translation>
  </message>
  <message>
   <source>Documents</source>
   <translation>Dokumente</translation>
  </message>
  <message>
   <source>Done</source>
   <translation>Fertig</translation>
  </message>
  <message>
   <source>Dowse watches these folders and indexes every change.</source>
   <translation>Dowse beobachtet diese Ordner und indiziert jede Änderung.</translation>
  </message>
  <message>
   <source>Drag the slider between Keyword and Semantic: the results change their order at once, and the bar beside each shows why it is there.</source>
   <translation>Ziehen Sie den Regler zwischen Wörter und Bedeutung: Die Ergebnisse ordnen sich sofort neu, und der Balken neben jedem zeigt, warum es dort steht.</translation>
  </message>
  <message>
   <source>Draw the dependencies as a graph</source>
   <translation>Abhängigkeiten als Graph zeichnen</translation>
  </message>
  <message>
   <source>Draw the graph</source>
   <translation>Graph zeichnen</translation>
  </message>
  <message>
   <source>Drop a folder here</source>
   <translation>Einen Ordner hier ablegen</translation>
  </message>
  <message>
   <source>Each can be a folder of its own, with its name, branch and history, and so can the files beside them.</source>
   <translation>Jedes kann ein eigener Ordner sein, mit Namen, Zweig und Geschichte. Die Dateien daneben werden ein weiterer.</translation>
  </message>
  <message>
   <source>Earlier</source>
   <translation>Früher</translation>
  </message>
  <message>
   <source>Edges: {name}</source>
   <translation>Kanten: {name}</translation>
  </message>
  <message>
   <source>Edges: {name}, {nodes}</source>
   <translation>Kanten: {name}, {nodes}</translation>
  </message>
  <message>
   <source>Editor</source>
   <translation>Editor</translation>
  </message>
  <message>
   <source>Engine ends after, s</source>
   <translation>Dienst endet nach, s</translation>
  </message>
  <message>
   <source>Error message</source>
   <translation>Fehlermeldung</translation>
  </message>
  <message>
   <source>Every command is also in the palette. Click a field and press the keys.</source>
   <translation>Jeder Befehl steht auch in der Palette. Ein Feld anklicken und die Tasten drücken.</translation>
  </message>
  <message>
   <source>Evidence is gathered for words, not for an example</source>
   <translation>Belege werden zu Wörtern gesammelt, nicht zu einem Beispiel</translation>
  </message>
  <message>
   <source>Exact definition</source>
   <translation>Genaue Definition</translation>
  </message>
  <message>
   <source>Example</source>
   <translation>Beispiel</translation>
  </message>
  <message>
   <source>Exclude this folder</source>
   <translation>Diesen Ordner ausschließen</translation>
  </message>
  <message>
   <source>Excluded by {filters}; without that it would be number {rank}</source>
   <translation>Ausgelassen durch {filters}; sonst wäre sie Nummer {rank}</translation>
  </message>
  <message>
   <source>Export the graph</source>
   <translation>Graph exportieren</translation>
  </message>
  <message>
   <source>Export the graph (.{suffix})</source>
   <translation>Graph exportieren (.{suffix})</translation>
  </message>
  <message>
   <source>Export the tree</source>
   <translation>Den Baum ausgeben</translation>
  </message>
  <message>
   <source>External</source>
   <translation>Extern</translation>
  </message>
  <message>
   <source>Fast</source>
   <translation>Schnell</translation>
  </message>
  <message>
   <source>Favourites</source>
   <translation>Favoriten</translation>
  </message>
  <message>
   <source>File score</source>
   <translation>Dateiwertung</translation>
  </message>
  <message>
   <source>Files</source>
   <translation>Dateien</translation>
  </message>
  <message>
   <source>Files like</source>
   <translation>Dateien wie</translation>
  </message>
  <message>
   <source>Files that can be seen</source>
   <translation>Sichtbare Dateien</translation>
  </message>
  <message>
   <source>Files that may hold secrets</source>
   <translation>Dateien, die Geheimnisse enthalten können</translation>
  </message>
  <message>
   <source>Files that refer to it</source>
   <translation>Dateien, die sich darauf beziehen</translation>
  </message>
  <message>
   <source>Files without groups, and those of these groups</source>
   <translation>Dateien ohne Gruppe und die dieser Gruppen</translation>
  </message>
  <message>
   <source>Filters</source>
   <translation>Filter</translation>
  </message>
  <message>
   <source>Find files like the selection</source>
   <translation>Dateien wie die Auswahl finden</translation>
  </message>
  <message>
   <source>Find files like the text on the clipboard</source>
   <translation>Dateien wie den Text der Zwischenablage finden</translation>
  </message>
  <message>
   <source>Find files like this</source>
   <translation>Ähnliche Dateien finden</translation>
  </message>
  <message>
   <source>Find in the preview</source>
   <translation>In der Vorschau suchen</translation>
  </message>
  <message>
   <source>Find in this file</source>
   <translation>In dieser Datei suchen</translation>
  </message>
  <message>
   <source>Find the folder</source>
   <translation>Ordner suchen</translation>
  </message>
  <message>
   <source>Find the text exactly</source>
   <translation>Den Text genau so suchen</translation>
  </message>
  <message>
   <source>Finds what changed while Dowse was not running</source>
   <translation>Findet, was sich geändert hat, während Dowse nicht lief</translation>
  </message>
  <message>
   <source>Focus search</source>
   <translation>Zur Suche</translation>
  </message>
  <message>
   <source>Fold or unfold</source>
   <translation>Auf- oder zuklappen</translation>
  </message>
  <message>
   <source>Folder</source>
   <translation>Ordner</translation>
  </message>
  <message>
   <source>Folder with a sentence-transformers model</source>
   <translation>Ordner mit einem sentence-transformers-Modell</translation>
  </message>
  <message>
   <source>Folders</source>
   <translation>Ordner</translation>
  </message>
  <message>
   <source>Folders are followed while no window is open</source>
   <translation>Ordner werden auch ohne Fenster verfolgt</translation>
  </message>
  <message>
   <source>Folders are still being indexed, so results may be incomplete.</source>
   <translation>Es wird noch indiziert; die Ergebnisse sind vielleicht unvollständig.</translation>
  </message>
  <message>
   <source>Follow changes</source>
   <translation>Änderungen folgen</translation>
  </message>
  <message>
   <source>Follow links to other folders</source>
   <translation>Verknüpfungen in andere Ordner folgen</translation>
  </message>
  <message>
   <source>Forget</source>
   <translation>Vergessen</translation>
  </message>
  <message>
   <source>Format</source>
   <translation>Format</translation>
  </message>
  <message>
   <source>Forward</source>
   <translation>Vor</translation>
  </message>
  <message>
   <source>Found on this computer</source>
   <translation>Auf diesem Rechner gefunden</translation>
  </message>
  <message>
   <source>From any program</source>
   <translation>Aus jedem Programm</translation>
  </message>
  <message>
   <source>From {name} to {target}</source>
   <translation>Von {name} zu {target}</translation>
  </message>
  <message>
   <source>Fusion</source>
   <translation>Zusammenführen</translation>
  </message>
  <message>
   <source>Gathering evidence</source>
   <translation>Belege werden gesammelt</translation>
  </message>
  <message>
   <source>Generated</source>
   <translation>Erzeugt</translation>
  </message>
  <message>
   <source>Generated and minified files</source>
   <translation>Erzeugte und verkleinerte Dateien</translation>
  </message>
  <message>
   <source>German, English, Deutsch</source>
   <translation>German, English, Englisch</translation>
  </message>
  <message numerus="yes">
   <source>Git, {n} files</source>
   <translation>
    <numerusform>Git, {n} Datei</numerusform>
    <numerusform>Git, {n} Dateien</numerusform>
   </translation>
  </message>
  <message>
   <source>Go anywhere</source>
   <translation>Überallhin</translation>
  </message>
  <message>
   <source>Go on</source>
   <translation>Weiter</translation>
  </message>
  <message>
   <source>Go there</source>
   <translation>Dorthin gehen</translation>
  </message>
  <message>
   <source>Go to context</source>
   <translation>Zum Kontext</translation>
  </message>
  <message>
   <source>Go to dependencies</source>
   <translation>Zu den Abhängigkeiten</translation>
  </message>
  <message>
   <source>Go to filters</source>
   <translation>Zu den Filtern</translation>
  </message>
  <message>
   <source>Go to preview</source>
   <translation>Zur Vorschau</translation>
  </message>
  <message>
   <source>Go to results</source>
   <translation>Zu den Ergebnissen</translation>
  </message>
  <message>
   <source>Go to the definition</source>
   <translation>Zur Definition</translation>
  </message>
  <message>
   <source>Go to this definition  Enter</source>
   <translation>Zu dieser Definition gehen  Enter</translation>
  </message>
  <message>
   <source>Graph (.{suffix})</source>
   <translation>Graph (.{suffix})</translation>
  </message>
  <message>
   <source>Graph of the dependencies</source>
   <translation>Graph der Abhängigkeiten</translation>
  </message>
  <message>
   <source>Graph of the dependencies of {name}</source>
   <translation>Graph der Abhängigkeiten von {name}</translation>
  </message>
  <message>
   <source>Groups</source>
   <translation>Gruppen</translation>
  </message>
  <message>
   <source>Hide details</source>
   <translation>Einzelheiten verbergen</translation>
  </message>
  <message>
   <source>Hide or show the right pane</source>
   <translation>Die rechte Spalte zeigen oder verbergen</translation>
  </message>
  <message>
   <source>Hide this pane</source>
   <translation>Diese Spalte verbergen</translation>
  </message>
  <message>
   <source>High contrast</source>
   <translation>Hoher Kontrast</translation>
  </message>
  <message>
   <source>History</source>
   <translation>Verlauf</translation>
  </message>
  <message>
   <source>How many files are ranked again</source>
   <translation>Wie viele Dateien nachgeordnet werden</translation>
  </message>
  <message>
   <source>How much Dowse reads and keeps.</source>
   <translation>Wie viel Dowse liest und behält.</translation>
  </message>
  <message>
   <source>How much of the processors it takes; until the engine ends</source>
   <translation>Wie viel der Prozessoren es nimmt; bis der Dienst endet</translation>
  </message>
  <message>
   <source>How the window looks on this computer.</source>
   <translation>Wie das Fenster auf diesem Rechner aussieht.</translation>
  </message>
  <message>
   <source>Hybrid</source>
   <translation>Beides</translation>
  </message>
  <message>
   <source>Ignore patterns</source>
   <translation>Ausschlussmuster</translation>
  </message>
  <message>
   <source>Ignore patterns, one a line</source>
   <translation>Ausschlussmuster, je Zeile eines</translation>
  </message>
  <message>
   <source>Ignores the exact words</source>
   <translation>Beachtet die genauen Wörter nicht</translation>
  </message>
  <message>
   <source>Importance</source>
   <translation>Wichtigkeit</translation>
  </message>
  <message>
   <source>Important</source>
   <translation>Wichtig</translation>
  </message>
  <message>
   <source>Imports</source>
   <translation>Importe</translation>
  </message>
  <message>
   <source>In the index</source>
   <translation>Im Index</translation>
  </message>
  <message>
   <source>In this folder</source>
   <translation>In diesem Ordner</translation>
  </message>
  <message>
   <source>In this search</source>
   <translation>In dieser Suche</translation>
  </message>
  <message>
   <source>Index</source>
   <translation>Indizieren</translation>
  </message>
  <message>
   <source>Index again</source>
   <translation>Neu indizieren</translation>
  </message>
  <message>
   <source>Index another branch</source>
   <translation>Weiteren Zweig indizieren</translation>
  </message>
  <message>
   <source>Index each on its own</source>
   <translation>Jedes für sich indexieren</translation>
  </message>
  <message>
   <source>Indexed in part: {reason}</source>
   <translation>Zum Teil indiziert: {reason}</translation>
  </message>
  <message>
   <source>Indexing</source>
   <translation>Indizieren</translation>
  </message>
  <message>
   <source>Indexing is paused</source>
   <translation>Das Indizieren ist angehalten</translation>
  </message>
  <message>
   <source>Indexing is paused, so results may be incomplete.</source>
   <translation>Das Indizieren ist angehalten; die Ergebnisse sind vielleicht unvollständig.</translation>
  </message>
  <message>
   <source>Indexing progress</source>
   <translation>Fortschritt des Indizierens</translation>
  </message>
  <message numerus="yes">
   <source>Indexing {n} folders</source>
   <translation>
    <numerusform>{n} Ordner wird indiziert</numerusform>
    <numerusform>{n} Ordner werden indiziert</numerusform>
   </translation>
  </message>
  <message>
   <source>Inherits</source>
   <translation>Erbt</translation>
  </message>
  <message>
   <source>Inherits and implements</source>
   <translation>Erbt und setzt um</translation>
  </message>
  <message>
   <source>Insert a filter</source>
   <translation>Einen Filter einfügen</translation>
  </message>
  <message>
   <source>Install an editor, or say which program opens files.</source>
   <translation>Installieren Sie einen Editor, oder wählen Sie, welches Programm Dateien öffnet.</translation>
  </message>
  <message>
   <source>Installed</source>
   <translation>Installiert</translation>
  </message>
  <message>
   <source>Installed packages and caches</source>
   <translation>Installierte Pakete und Zwischenspeicher</translation>
  </message>
  <message>
   <source>It also opens dowse:// addresses</source>
   <translation>Das öffnet auch Adressen mit dowse://</translation>
  </message>
  <message>
   <source>It cannot be said</source>
   <translation>Es lässt sich nicht sagen</translation>
  </message>
  <message>
   <source>It cannot be shown</source>
   <translation>Das lässt sich nicht zeigen</translation>
  </message>
  <message>
   <source>It contains none of the words, and nothing in it is close in meaning</source>
   <translation>Keines der Wörter steht darin, und nichts darin hat eine ähnliche Bedeutung</translation>
  </message>
  <message>
   <source>It goes on searching for {query}</source>
   <translation>Sie sucht weiterhin nach {query}</translation>
  </message>
  <message>
   <source>It is copied as soon as it is here.</source>
   <translation>Sie werden kopiert, sobald sie da sind.</translation>
  </message>
  <message>
   <source>It is number {rank}; the list ends at {top}</source>
   <translation>Sie ist Nummer {rank}; die Liste endet bei {top}</translation>
  </message>
  <message>
   <source>It is shown, at rank {rank}</source>
   <translation>Sie wird gezeigt, auf Rang {rank}</translation>
  </message>
  <message>
   <source>It was set aside as {path}; a new one is begun.</source>
   <translation>Sie wurde als {path} beiseitegelegt; eine neue ist angefangen.</translation>
  </message>
  <message>
   <source>Its confidence {score} is below the minimum of {least}</source>
   <translation>Seine Zuversicht {score} liegt unter dem Mindestwert {least}</translation>
  </message>
  <message>
   <source>Its dependencies are {where}; Enter goes there</source>
   <translation>Seine Abhängigkeiten sind {where}; die Eingabetaste geht dorthin</translation>
  </message>
  <message>
   <source>Its files are found among yours.</source>
   <translation>Seine Dateien werden zwischen Ihren gefunden.</translation>
  </message>
  <message>
   <source>Its folder cannot be reached. This is the text as it was indexed.</source>
   <translation>Der Ordner ist nicht erreichbar. Dies ist der Text, wie er indiziert wurde.</translation>
  </message>
  <message>
   <source>Keep an icon in the tray; a closed window hides there</source>
   <translation>Ein Symbol in der Leiste; ein geschlossenes Fenster bleibt dort</translation>
  </message>
  <message>
   <source>Keep as one folder</source>
   <translation>Als einen Ordner behalten</translation>
  </message>
  <message>
   <source>Keep the engine running</source>
   <translation>Den Dienst laufen lassen</translation>
  </message>
  <message>
   <source>Keep this file beside the preview</source>
   <translation>Diese Datei neben der Vorschau behalten</translation>
  </message>
  <message>
   <source>Kept on this computer, for this index. Ctrl+Enter saves.</source>
   <translation>Bleibt auf diesem Rechner, für diesen Index. Strg+Eingabe sichert.</translation>
  </message>
  <message>
   <source>Keys</source>
   <translation>Tasten</translation>
  </message>
  <message>
   <source>Keys and passwords, such as .env</source>
   <translation>Schlüssel und Passwörter, etwa .env</translation>
  </message>
  <message>
   <source>Keys and query syntax</source>
   <translation>Tasten und Suchsprache</translation>
  </message>
  <message>
   <source>Keys of {command}</source>
   <translation>Tasten für {command}</translation>
  </message>
  <message>
   <source>Keyword</source>
   <translation>Wörter</translation>
  </message>
  <message>
   <source>Keyword rerank</source>
   <translation>Nach Wörtern nachgeordnet</translation>
  </message>
  <message>
   <source>Keyword search still works.</source>
   <translation>Die Wortsuche geht weiter.</translation>
  </message>
  <message>
   <source>Keyword-focused</source>
   <translation>Eher nach Wörtern</translation>
  </message>
  <message>
   <source>Kinds of edges</source>
   <translation>Arten von Kanten</translation>
  </message>
  <message>
   <source>Language</source>
   <translation>Sprache</translation>
  </message>
  <message>
   <source>Larger ones are listed as skipped, with this reason</source>
   <translation>Größere werden mit diesem Grund als ausgelassen geführt</translation>
  </message>
  <message>
   <source>Larger; or smaller: &lt;10kb</source>
   <translation>Größer; oder kleiner: &lt;10kb</translation>
  </message>
  <message>
   <source>Largest file in MB</source>
   <translation>Größte Datei in MB</translation>
  </message>
  <message>
   <source>Largest file, MB</source>
   <translation>Größte Datei, MB</translation>
  </message>
  <message>
   <source>Largest first</source>
   <translation>Größte zuerst</translation>
  </message>
  <message>
   <source>Leave it out</source>
   <translation>Weglassen</translation>
  </message>
  <message>
   <source>Leave the tour</source>
   <translation>Rundgang verlassen</translation>
  </message>
  <message>
   <source>Left out for this reason</source>
   <translation>Aus diesem Grund ausgelassen</translation>
  </message>
  <message>
   <source>Left out of every folder, in the syntax of .gitignore; the folders' own ignore files apply too.</source>
   <translation>Wird in jedem Ordner ausgelassen, in der Schreibweise von .gitignore; die eigenen Dateien der Ordner gelten auch.</translation>
  </message>
  <message>
   <source>Left out without a pattern</source>
   <translation>Ohne Muster ausgelassen</translation>
  </message>
  <message>
   <source>Left out: {reason}</source>
   <translation>Ausgelassen: {reason}</translation>
  </message>
  <message>
   <source>Left pane</source>
   <translation>Linke Spalte</translation>
  </message>
  <message>
   <source>Let long lines run on</source>
   <translation>Lange Zeilen nicht umbrechen</translation>
  </message>
  <message>
   <source>Level of importance</source>
   <translation>Stufe der Wichtigkeit</translation>
  </message>
  <message>
   <source>Light</source>
   <translation>Hell</translation>
  </message>
  <message>
   <source>Limits</source>
   <translation>Grenzen</translation>
  </message>
  <message>
   <source>Line {number}: {text}</source>
   <translation>Zeile {number}: {text}</translation>
  </message>
  <message>
   <source>Lines that match this pattern</source>
   <translation>Zeilen, auf die dieses Muster passt</translation>
  </message>
  <message>
   <source>Lines {first} to {last} of more than {count}.</source>
   <translation>Zeilen {first} bis {last} von mehr als {count}.</translation>
  </message>
  <message>
   <source>Lines {first} to {last} of {count}.</source>
   <translation>Zeilen {first} bis {last} von {count}.</translation>
  </message>
  <message>
   <source>Links and mentions</source>
   <translation>Verweise und Erwähnungen</translation>
  </message>
  <message>
   <source>List of changes</source>
   <translation>Liste der Änderungen</translation>
  </message>
  <message>
   <source>Lists the progress of each folder</source>
   <translation>Zeigt den Fortschritt jedes Ordners</translation>
  </message>
  <message>
   <source>Load</source>
   <translation>Laden</translation>
  </message>
  <message>
   <source>Load {n} more</source>
   <translation>{n} weitere laden</translation>
  </message>
  <message>
   <source>Local index</source>
   <translation>Eigener Index</translation>
  </message>
  <message>
   <source>Lock files too; found by name and by word, but not by meaning</source>
   <translation>Auch Lockdateien; nach Namen und Wort zu finden, nicht nach Bedeutung</translation>
  </message>
  <message>
   <source>Look at the index with fewer rights: results, counts and trees hold nothing else then.</source>
   <translation>Den Index mit weniger Rechten sehen: Ergebnisse, Zahlen und Bäume enthalten dann nichts anderes.</translation>
  </message>
  <message>
   <source>Look with limited rights</source>
   <translation>Mit weniger Rechten sehen</translation>
  </message>
  <message>
   <source>Looking for dependencies</source>
   <translation>Abhängigkeiten werden gesucht</translation>
  </message>
  <message>
   <source>Looking for files</source>
   <translation>Dateien werden gesucht</translation>
  </message>
  <message>
   <source>Looking for one</source>
   <translation>Wird gesucht</translation>
  </message>
  <message>
   <source>Loops are never followed</source>
   <translation>Schleifen wird nie gefolgt</translation>
  </message>
  <message>
   <source>Lower the minimum confidence to {score}</source>
   <translation>Die Mindestkonfidenz auf {score} senken</translation>
  </message>
  <message>
   <source>Make it the root of the tree</source>
   <translation>Zur Wurzel des Baums machen</translation>
  </message>
  <message>
   <source>Makes the message</source>
   <translation>Erzeugt die Meldung</translation>
  </message>
  <message>
   <source>Mark the lines</source>
   <translation>Zeilen markieren</translation>
  </message>
  <message>
   <source>Markdown, formatted, raw text</source>
   <translation>Markdown, formatiert, Rohtext</translation>
  </message>
  <message>
   <source>Match case</source>
   <translation>Groß- und Kleinschreibung beachten</translation>
  </message>
  <message>
   <source>Matching lines</source>
   <translation>Passende Zeilen</translation>
  </message>
  <message>
   <source>Max</source>
   <translation>Bester</translation>
  </message>
  <message>
   <source>Max nodes</source>
   <translation>Höchstzahl Knoten</translation>
  </message>
  <message>
   <source>Mean</source>
   <translation>Mittel</translation>
  </message>
  <message>
   <source>Meaning</source>
   <translation>Bedeutung</translation>
  </message>
  <message>
   <source>Meaning only</source>
   <translation>Nur Bedeutung</translation>
  </message>
  <message>
   <source>Meaning {meaning} %, words {words} %</source>
   <translation>Bedeutung {meaning} %, Wörter {words} %</translation>
  </message>
  <message>
   <source>Message</source>
   <translation>Nachricht</translation>
  </message>
  <message>
   <source>Messages in another language</source>
   <translation>Texte in einer anderen Sprache</translation>
  </message>
  <message>
   <source>Min. confidence</source>
   <translation>Min. Konfidenz</translation>
  </message>
  <message>
   <source>Minimum confidence</source>
   <translation>Mindestkonfidenz</translation>
  </message>
  <message>
   <source>Mode</source>
   <translation>Art</translation>
  </message>
  <message>
   <source>Model</source>
   <translation>Modell</translation>
  </message>
  <message>
   <source>More for</source>
   <translation>Mehr zu</translation>
  </message>
  <message>
   <source>Move</source>
   <translation>Verschieben</translation>
  </message>
  <message>
   <source>Move down</source>
   <translation>Nach unten</translation>
  </message>
  <message>
   <source>Move up</source>
   <translation>Nach oben</translation>
  </message>
  <message>
   <source>Moving</source>
   <translation>Bewegen</translation>
  </message>
  <message>
   <source>Name</source>
   <translation>Name</translation>
  </message>
  <message>
   <source>Name of {label}; queries go on saying repo:{label}</source>
   <translation>Name von {label}; in Anfragen bleibt es bei repo:{label}</translation>
  </message>
  <message>
   <source>Name, path or table that it may depend on</source>
   <translation>Name, Pfad oder Tabelle, wovon es abhängen könnte</translation>
  </message>
  <message>
   <source>Named by the best matches</source>
   <translation>Von den besten Treffern genannt</translation>
  </message>
  <message>
   <source>Named in the trace</source>
   <translation>Im Stacktrace genannt</translation>
  </message>
  <message>
   <source>Names and phrases are found by word, descriptions by meaning.</source>
   <translation>Namen und Wendungen findet die Wortsuche, Beschreibungen die Bedeutung.</translation>
  </message>
  <message>
   <source>Names and phrases are found by word, descriptions by meaning. Results come while you type, also while folders are still being read.</source>
   <translation>Namen und Wendungen werden nach Wörtern gefunden, Beschreibungen nach Bedeutung. Ergebnisse kommen beim Tippen, auch während Ordner noch gelesen werden.</translation>
  </message>
  <message>
   <source>Names in the index</source>
   <translation>Namen im Index</translation>
  </message>
  <message>
   <source>Names, without meaning</source>
   <translation>Namen, ohne Bedeutung</translation>
  </message>
  <message>
   <source>Namespaces</source>
   <translation>Namensräume</translation>
  </message>
  <message>
   <source>Nearly the same: {names}</source>
   <translation>Fast gleich: {names}</translation>
  </message>
  <message>
   <source>New window</source>
   <translation>Neues Fenster</translation>
  </message>
  <message>
   <source>Newest files, by meaning</source>
   <translation>Bedeutung der neuesten Dateien</translation>
  </message>
  <message>
   <source>Newest first</source>
   <translation>Neueste zuerst</translation>
  </message>
  <message>
   <source>Next</source>
   <translation>Weiter</translation>
  </message>
  <message>
   <source>Next change</source>
   <translation>Nächste Änderung</translation>
  </message>
  <message>
   <source>Next definition</source>
   <translation>Nächste Definition</translation>
  </message>
  <message>
   <source>Next match</source>
   <translation>Nächste Fundstelle</translation>
  </message>
  <message>
   <source>Next matching line</source>
   <translation>Nächste passende Zeile</translation>
  </message>
  <message>
   <source>Next page</source>
   <translation>Nächste Seite</translation>
  </message>
  <message>
   <source>Next pane</source>
   <translation>Nächste Spalte</translation>
  </message>
  <message>
   <source>No definition of {name} is known.</source>
   <translation>Es ist keine Definition von {name} bekannt.</translation>
  </message>
  <message>
   <source>No dependencies</source>
   <translation>Keine Abhängigkeiten</translation>
  </message>
  <message>
   <source>No files</source>
   <translation>Keine Dateien</translation>
  </message>
  <message>
   <source>No file{place} matches.</source>
   <translation>Keine Datei{place} passt.</translation>
  </message>
  <message>
   <source>No file{place} reaches a confidence of {score}.</source>
   <translation>Keine Datei{place} erreicht die Konfidenz {score}.</translation>
  </message>
  <message>
   <source>No folders yet</source>
   <translation>Noch keine Ordner</translation>
  </message>
  <message>
   <source>No key for {command}</source>
   <translation>Keine Taste für {command}</translation>
  </message>
  <message>
   <source>No line matches.</source>
   <translation>Keine Zeile passt.</translation>
  </message>
  <message>
   <source>No lines</source>
   <translation>Keine Zeilen</translation>
  </message>
  <message>
   <source>No matches</source>
   <translation>Keine Fundstellen</translation>
  </message>
  <message>
   <source>No program opens {ending} files</source>
   <translation>Kein Programm öffnet {ending}-Dateien</translation>
  </message>
  <message>
   <source>No rerank</source>
   <translation>Nicht nachgeordnet</translation>
  </message>
  <message>
   <source>No results</source>
   <translation>Keine Ergebnisse</translation>
  </message>
  <message>
   <source>No searches yet</source>
   <translation>Noch keine Suchen</translation>
  </message>
  <message>
   <source>No tests</source>
   <translation>Ohne Tests</translation>
  </message>
  <message>
   <source>No text fits into the budget, or none is chosen.</source>
   <translation>Kein Text passt in das Budget, oder keiner ist gewählt.</translation>
  </message>
  <message>
   <source>No text of the index answers this query.</source>
   <translation>Kein Text des Index beantwortet diese Anfrage.</translation>
  </message>
  <message>
   <source>No way</source>
   <translation>Kein Weg</translation>
  </message>
  <message>
   <source>None</source>
   <translation>Keine</translation>
  </message>
  <message>
   <source>None of these is installed: the system's own</source>
   <translation>Keiner davon ist installiert: der des Systems</translation>
  </message>
  <message>
   <source>None was found on this computer</source>
   <translation>Auf diesem Rechner wurde keine gefunden</translation>
  </message>
  <message>
   <source>Normal</source>
   <translation>Normal</translation>
  </message>
  <message>
   <source>Not committed yet</source>
   <translation>Noch nicht committet</translation>
  </message>
  <message>
   <source>Not found</source>
   <translation>Nicht gefunden</translation>
  </message>
  <message>
   <source>Not in this folder</source>
   <translation>Nicht in diesem Ordner</translation>
  </message>
  <message>
   <source>Not in {folders}</source>
   <translation>Nicht in {folders}</translation>
  </message>
  <message>
   <source>Not installed, or not in the PATH</source>
   <translation>Nicht installiert oder nicht im PATH</translation>
  </message>
  <message>
   <source>Not reachable</source>
   <translation>Nicht erreichbar</translation>
  </message>
  <message>
   <source>Not this word</source>
   <translation>Nicht dieses Wort</translation>
  </message>
  <message>
   <source>Not watching</source>
   <translation>Nicht beobachtet:</translation>
  </message>
  <message>
   <source>Note</source>
   <translation>Notiz</translation>
  </message>
  <message>
   <source>Note on</source>
   <translation>Notiz zu</translation>
  </message>
  <message>
   <source>Note on {name}</source>
   <translation>Notiz zu {name}</translation>
  </message>
  <message>
   <source>Notes</source>
   <translation>Notizen</translation>
  </message>
  <message>
   <source>Nothing can be found yet: Dowse has no folders to search.</source>
   <translation>Noch ist nichts zu finden: Dowse hat keine Ordner, in denen es suchen kann.</translation>
  </message>
  <message>
   <source>Nothing collected</source>
   <translation>Nichts gesammelt</translation>
  </message>
  <message>
   <source>Nothing found</source>
   <translation>Nichts gefunden</translation>
  </message>
  <message>
   <source>Nothing in this file changed since {revision}.</source>
   <translation>In dieser Datei hat sich seit {revision} nichts geändert.</translation>
  </message>
  <message>
   <source>Nothing saved</source>
   <translation>Nichts gesichert</translation>
  </message>
  <message>
   <source>Nothing selected</source>
   <translation>Nichts ausgewählt</translation>
  </message>
  <message>
   <source>Nothing that is indexed implements {name}.</source>
   <translation>Nichts Indexiertes implementiert {name}.</translation>
  </message>
  <message>
   <source>Nothing to copy</source>
   <translation>Nichts zu kopieren</translation>
  </message>
  <message>
   <source>Number of files</source>
   <translation>Zahl der Dateien</translation>
  </message>
  <message>
   <source>Off: folders are compared when they are indexed again</source>
   <translation>Aus: Ordner werden verglichen, wenn sie neu indiziert werden</translation>
  </message>
  <message>
   <source>Off: words, names and dependencies only; nothing is embedded</source>
   <translation>Aus: nur Wörter, Namen und Abhängigkeiten; nichts wird eingebettet</translation>
  </message>
  <message>
   <source>Oldest first</source>
   <translation>Älteste zuerst</translation>
  </message>
  <message>
   <source>One key leads to every file, name, command and setting.</source>
   <translation>Eine Taste führt zu jeder Datei, jedem Namen, jedem Befehl und jeder Einstellung.</translation>
  </message>
  <message>
   <source>One of these extensions</source>
   <translation>Eine dieser Endungen</translation>
  </message>
  <message>
   <source>One process, with rests: for a battery</source>
   <translation>Ein Prozess, mit Pausen: für den Akku</translation>
  </message>
  <message>
   <source>Only a cloud drive has this file now; it was not fetched. This is the text as it was indexed.</source>
   <translation>Diese Datei liegt jetzt nur in der Cloud; sie wurde nicht heruntergeladen. Das ist der Text, wie er indiziert wurde.</translation>
  </message>
  <message>
   <source>Only files of this tenant; empty: of any</source>
   <translation>Nur Dateien dieses Mandanten; leer: aller</translation>
  </message>
  <message>
   <source>Only files with all of these tags</source>
   <translation>Nur Dateien mit allen diesen Tags</translation>
  </message>
  <message>
   <source>Only on X11: this desktop leaves such keys to its own settings</source>
   <translation>Nur unter X11: Diese Arbeitsfläche regelt solche Tasten selbst</translation>
  </message>
  <message>
   <source>Only passes on what others define</source>
   <translation>Reicht nur weiter, was andere definieren</translation>
  </message>
  <message>
   <source>Only tests</source>
   <translation>Nur Tests</translation>
  </message>
  <message>
   <source>Only the beginning of this file can be shown.</source>
   <translation>Nur der Anfang dieser Datei kann gezeigt werden.</translation>
  </message>
  <message>
   <source>Only these</source>
   <translation>Nur diese</translation>
  </message>
  <message>
   <source>Only these folders; empty: all</source>
   <translation>Nur diese Ordner; leer: alle</translation>
  </message>
  <message>
   <source>Open</source>
   <translation>Öffnen</translation>
  </message>
  <message>
   <source>Open Dowse</source>
   <translation>Dowse öffnen</translation>
  </message>
  <message>
   <source>Open Dowse from anywhere</source>
   <translation>Dowse von überall öffnen</translation>
  </message>
  <message>
   <source>Open in the browser</source>
   <translation>Im Browser öffnen</translation>
  </message>
  <message>
   <source>Open in the editor</source>
   <translation>Im Editor öffnen</translation>
  </message>
  <message>
   <source>Open in the editor at this line  Enter</source>
   <translation>Im Editor an dieser Zeile öffnen  Eingabetaste</translation>
  </message>
  <message>
   <source>Opened again, it marks what is new, gone or moved since</source>
   <translation>Wieder geöffnet zeigt er, was seither neu, weg oder verschoben ist</translation>
  </message>
  <message>
   <source>Opening the index</source>
   <translation>Der Index wird geöffnet</translation>
  </message>
  <message>
   <source>Opens a result at its line: Enter in the list, or Open in the preview.</source>
   <translation>Öffnet ein Ergebnis an seiner Zeile: Eingabetaste in der Liste oder Öffnen in der Vorschau.</translation>
  </message>
  <message>
   <source>Opens the settings of the device</source>
   <translation>Öffnet die Einstellungen des Geräts</translation>
  </message>
  <message>
   <source>Opens the settings of the folders</source>
   <translation>Öffnet die Einstellungen der Ordner</translation>
  </message>
  <message>
   <source>Other versions or languages: {names}</source>
   <translation>Weitere Fassungen oder Sprachen: {names}</translation>
  </message>
  <message>
   <source>Outline</source>
   <translation>Gliederung</translation>
  </message>
  <message>
   <source>Outline of the file</source>
   <translation>Gliederung der Datei</translation>
  </message>
  <message>
   <source>Packages outside your folders</source>
   <translation>Pakete außerhalb der eigenen Ordner</translation>
  </message>
  <message>
   <source>Page</source>
   <translation>Seite</translation>
  </message>
  <message>
   <source>Page {number} of {count}</source>
   <translation>Seite {number} von {count}</translation>
  </message>
  <message>
   <source>Part of a product</source>
   <translation>Teil eines Produkts</translation>
  </message>
  <message>
   <source>Path from the tree's root to something</source>
   <translation>Weg von der Wurzel des Baums zu etwas</translation>
  </message>
  <message>
   <source>Path from {name}</source>
   <translation>Weg von {name}</translation>
  </message>
  <message>
   <source>Path of a file</source>
   <translation>Pfad einer Datei</translation>
  </message>
  <message>
   <source>Path of the file, whole or below its folder</source>
   <translation>Pfad der Datei, ganz oder unter ihrem Ordner</translation>
  </message>
  <message>
   <source>Path to something</source>
   <translation>Weg zu etwas</translation>
  </message>
  <message>
   <source>Pause indexing</source>
   <translation>Indizieren anhalten</translation>
  </message>
  <message>
   <source>Pause or continue indexing</source>
   <translation>Indizieren anhalten oder fortsetzen</translation>
  </message>
  <message>
   <source>Peek at the definition</source>
   <translation>Definition einblenden</translation>
  </message>
  <message>
   <source>Picture that is not shown: {name}</source>
   <translation>Bild, das nicht gezeigt wird: {name}</translation>
  </message>
  <message>
   <source>Pictures</source>
   <translation>Bilder</translation>
  </message>
  <message>
   <source>Pinned files</source>
   <translation>Angeheftete Dateien</translation>
  </message>
  <message>
   <source>Placed by a rule</source>
   <translation>Durch eine Regel eingeordnet</translation>
  </message>
  <message>
   <source>Plain</source>
   <translation>Nur Text</translation>
  </message>
  <message>
   <source>Preparing the model</source>
   <translation>Modell wird vorbereitet</translation>
  </message>
  <message>
   <source>Preset</source>
   <translation>Voreinstellung</translation>
  </message>
  <message>
   <source>Press Space on a result to collect it for a language model.</source>
   <translation>Die Leertaste auf einem Ergebnis sammelt es für ein Sprachmodell.</translation>
  </message>
  <message>
   <source>Press keys</source>
   <translation>Tasten drücken</translation>
  </message>
  <message>
   <source>Preview</source>
   <translation>Vorschau</translation>
  </message>
  <message>
   <source>Previous definition</source>
   <translation>Vorherige Definition</translation>
  </message>
  <message>
   <source>Previous match</source>
   <translation>Vorige Fundstelle</translation>
  </message>
  <message>
   <source>Previous matching line</source>
   <translation>Vorige passende Zeile</translation>
  </message>
  <message>
   <source>Previous page</source>
   <translation>Vorige Seite</translation>
  </message>
  <message>
   <source>Previous pane</source>
   <translation>Vorige Spalte</translation>
  </message>
  <message>
   <source>Product</source>
   <translation>Produkt</translation>
  </message>
  <message>
   <source>Put all boxes back</source>
   <translation>Alle Kästen zurücksetzen</translation>
  </message>
  <message>
   <source>Put this box back</source>
   <translation>Diesen Kasten zurücksetzen</translation>
  </message>
  <message>
   <source>Qualified name</source>
   <translation>Qualifizierter Name</translation>
  </message>
  <message>
   <source>Quiet</source>
   <translation>Leise</translation>
  </message>
  <message>
   <source>Quit</source>
   <translation>Beenden</translation>
  </message>
  <message>
   <source>Quit Dowse</source>
   <translation>Dowse beenden</translation>
  </message>
  <message>
   <source>RRF</source>
   <translation>RRF</translation>
  </message>
  <message>
   <source>Rank offset k of RRF</source>
   <translation>Rangversatz k von RRF</translation>
  </message>
  <message>
   <source>Rank with structure</source>
   <translation>Struktur mitwerten</translation>
  </message>
  <message>
   <source>Ranked first: the query is the name of something it defines</source>
   <translation>Steht vor allen anderen: Die Suche ist der Name von etwas, das hier definiert wird</translation>
  </message>
  <message>
   <source>Ranking</source>
   <translation>Rangfolge</translation>
  </message>
  <message>
   <source>Ranking: hybrid mode</source>
   <translation>Rangfolge: beides</translation>
  </message>
  <message>
   <source>Ranking: keyword mode</source>
   <translation>Rangfolge: nur Wörter</translation>
  </message>
  <message>
   <source>Ranking: semantic mode</source>
   <translation>Rangfolge: nur Bedeutung</translation>
  </message>
  <message>
   <source>Ranking: switch weighted sum and RRF fusion</source>
   <translation>Rangfolge: gewichtete Summe oder RRF</translation>
  </message>
  <message>
   <source>Ranking: {what}</source>
   <translation>Rangfolge: {what}</translation>
  </message>
  <message numerus="yes">
   <source>Re-embedding {n} chunks takes about {time}.</source>
   <translation>
    <numerusform>{n} Abschnitt neu einzubetten dauert etwa {time}.</numerusform>
    <numerusform>{n} Abschnitte neu einzubetten dauert etwa {time}.</numerusform>
   </translation>
  </message>
  <message>
   <source>Read the first files with the question, or not</source>
   <translation>Die ersten Dateien mit der Frage lesen oder nicht</translation>
  </message>
  <message>
   <source>Reader</source>
   <translation>Leser</translation>
  </message>
  <message>
   <source>Reads the first files with the question</source>
   <translation>Liest die ersten Dateien mit der Frage</translation>
  </message>
  <message>
   <source>Rebuild the index</source>
   <translation>Den Index neu anlegen</translation>
  </message>
  <message>
   <source>Recent searches</source>
   <translation>Letzte Suchen</translation>
  </message>
  <message>
   <source>Recently changed</source>
   <translation>Kürzlich geändert</translation>
  </message>
  <message>
   <source>Reduce motion</source>
   <translation>Bewegung verringern</translation>
  </message>
  <message>
   <source>References</source>
   <translation>Verweise</translation>
  </message>
  <message>
   <source>Regular expression</source>
   <translation>Regulärer Ausdruck</translation>
  </message>
  <message>
   <source>Relevance</source>
   <translation>Relevanz</translation>
  </message>
  <message>
   <source>Relevance {score}: {meaning} of semantic {semantic}, {words} of keyword {keyword}</source>
   <translation>Relevanz {score}: {meaning} von Bedeutung {semantic}, {words} von Wörtern {keyword}</translation>
  </message>
  <message>
   <source>Remove</source>
   <translation>Entfernen</translation>
  </message>
  <message>
   <source>Remove from context</source>
   <translation>Aus dem Kontext entfernen</translation>
  </message>
  <message>
   <source>Remove from favourites</source>
   <translation>Aus den Favoriten entfernen</translation>
  </message>
  <message>
   <source>Remove from the index</source>
   <translation>Aus dem Index entfernen</translation>
  </message>
  <message>
   <source>Remove the sample</source>
   <translation>Beispiel entfernen</translation>
  </message>
  <message>
   <source>Remove {filter}</source>
   <translation>{filter} entfernen</translation>
  </message>
  <message>
   <source>Remove {name} from the index?</source>
   <translation>{name} aus dem Index entfernen?</translation>
  </message>
  <message>
   <source>Rename</source>
   <translation>Umbenennen</translation>
  </message>
  <message>
   <source>Rename saved search</source>
   <translation>Gesicherte Suche umbenennen</translation>
  </message>
  <message>
   <source>Rendered</source>
   <translation>Seite</translation>
  </message>
  <message>
   <source>Rendered preview</source>
   <translation>Vorschau als Seite</translation>
  </message>
  <message>
   <source>Repository</source>
   <translation>Repository</translation>
  </message>
  <message>
   <source>Rerank</source>
   <translation>Nachordnen</translation>
  </message>
  <message>
   <source>Rerank with cross-encoder, or not</source>
   <translation>Mit Cross-Encoder nachordnen oder nicht</translation>
  </message>
  <message numerus="yes">
   <source>Reranking the first {n} files</source>
   <translation>
    <numerusform>Die erste Datei wird nachgeordnet</numerusform>
    <numerusform>Die ersten {n} Dateien werden nachgeordnet</numerusform>
   </translation>
  </message>
  <message>
   <source>Reset</source>
   <translation>Zurücksetzen</translation>
  </message>
  <message>
   <source>Reset ranking to defaults</source>
   <translation>Rangfolge zurücksetzen</translation>
  </message>
  <message>
   <source>Results</source>
   <translation>Ergebnisse</translation>
  </message>
  <message>
   <source>Run</source>
   <translation>Ausführen</translation>
  </message>
  <message>
   <source>Save</source>
   <translation>Sichern</translation>
  </message>
  <message>
   <source>Save this search</source>
   <translation>Diese Suche sichern</translation>
  </message>
  <message>
   <source>Save this tree</source>
   <translation>Diesen Baum sichern</translation>
  </message>
  <message>
   <source>Saved</source>
   <translation>Gesichert</translation>
  </message>
  <message>
   <source>Saved searches</source>
   <translation>Gesicherte Suchen</translation>
  </message>
  <message>
   <source>Saved trees</source>
   <translation>Gesicherte Bäume</translation>
  </message>
  <message>
   <source>Says where the time of the answer went</source>
   <translation>Sagt, wofür die Antwort Zeit brauchte</translation>
  </message>
  <message>
   <source>Score</source>
   <translation>Wertung</translation>
  </message>
  <message>
   <source>Score {score}: {parts}</source>
   <translation>Wertung {score}: {parts}</translation>
  </message>
  <message>
   <source>Search</source>
   <translation>Suchen</translation>
  </message>
  <message>
   <source>Search by meaning</source>
   <translation>Nach Bedeutung suchen</translation>
  </message>
  <message>
   <source>Search by meaning only</source>
   <translation>Nur nach Bedeutung suchen</translation>
  </message>
  <message>
   <source>Search by words</source>
   <translation>Nach Wörtern suchen</translation>
  </message>
  <message>
   <source>Search code and documents by word or by meaning</source>
   <translation>Code und Dokumente nach Wörtern oder nach Bedeutung durchsuchen</translation>
  </message>
  <message>
   <source>Search every folder</source>
   <translation>In allen Ordnern suchen</translation>
  </message>
  <message>
   <source>Search for</source>
   <translation>Suchen nach</translation>
  </message>
  <message>
   <source>Search for its definitions</source>
   <translation>Nach den Definitionen suchen</translation>
  </message>
  <message>
   <source>Search for “{text}”</source>
   <translation>Nach „{text}“ suchen</translation>
  </message>
  <message>
   <source>Search in this folder</source>
   <translation>In diesem Ordner suchen</translation>
  </message>
  <message>
   <source>Search it by meaning too</source>
   <translation>Auch nach Bedeutung durchsuchen</translation>
  </message>
  <message>
   <source>Search query</source>
   <translation>Suche</translation>
  </message>
  <message>
   <source>Search with {filter}</source>
   <translation>Mit {filter} suchen</translation>
  </message>
  <message>
   <source>Search without this filter</source>
   <translation>Ohne diesen Filter suchen</translation>
  </message>
  <message>
   <source>Search your own code and documents</source>
   <translation>Eigenen Code und eigene Dokumente durchsuchen</translation>
  </message>
  <message>
   <source>Searched for</source>
   <translation>Gesucht wurde</translation>
  </message>
  <message>
   <source>Searches</source>
   <translation>Suchen</translation>
  </message>
  <message>
   <source>Searching</source>
   <translation>Suchen</translation>
  </message>
  <message>
   <source>Seconds until the engine ends</source>
   <translation>Sekunden, bis der Dienst endet</translation>
  </message>
  <message>
   <source>Select a result to see it here.</source>
   <translation>Ein Ergebnis auswählen, um es hier zu sehen.</translation>
  </message>
  <message>
   <source>Select a result to see what it depends on.</source>
   <translation>Ein Ergebnis auswählen, um zu sehen, wovon es abhängt.</translation>
  </message>
  <message>
   <source>Semantic</source>
   <translation>Bedeutung</translation>
  </message>
  <message>
   <source>Semantic search is off</source>
   <translation>Die Suche nach Bedeutung ist aus</translation>
  </message>
  <message>
   <source>Semantic weight {weight}</source>
   <translation>Gewicht der Bedeutung {weight}</translation>
  </message>
  <message>
   <source>Semantic-focused</source>
   <translation>Eher nach Bedeutung</translation>
  </message>
  <message>
   <source>Settings</source>
   <translation>Einstellungen</translation>
  </message>
  <message>
   <source>Settings or data</source>
   <translation>Einstellungen oder Daten</translation>
  </message>
  <message>
   <source>Shortcuts</source>
   <translation>Tasten</translation>
  </message>
  <message>
   <source>Show Dowse in the menu of applications</source>
   <translation>Dowse im Menü der Anwendungen zeigen</translation>
  </message>
  <message>
   <source>Show commit {name}</source>
   <translation>Commit {name} zeigen</translation>
  </message>
  <message>
   <source>Show copies as one</source>
   <translation>Kopien als eine zeigen</translation>
  </message>
  <message>
   <source>Show dependencies</source>
   <translation>Abhängigkeiten zeigen</translation>
  </message>
  <message>
   <source>Show details</source>
   <translation>Einzelheiten zeigen</translation>
  </message>
  <message>
   <source>Show in folder</source>
   <translation>Im Ordner zeigen</translation>
  </message>
  <message>
   <source>Show in the file manager</source>
   <translation>In der Dateiverwaltung zeigen</translation>
  </message>
  <message>
   <source>Show in the preview</source>
   <translation>In der Vorschau zeigen</translation>
  </message>
  <message>
   <source>Show its copies one by one</source>
   <translation>Kopien einzeln zeigen</translation>
  </message>
  <message>
   <source>Show more of it</source>
   <translation>Mehr davon zeigen</translation>
  </message>
  <message>
   <source>Show one pane at a time</source>
   <translation>Eine Spalte auf einmal zeigen</translation>
  </message>
  <message>
   <source>Show only the chunks of the selected file</source>
   <translation>Nur die Abschnitte der ausgewählten Datei zeigen</translation>
  </message>
  <message>
   <source>Show the chunks of all files</source>
   <translation>Die Abschnitte aller Dateien zeigen</translation>
  </message>
  <message>
   <source>Show the tree alone</source>
   <translation>Nur den Baum zeigen</translation>
  </message>
  <message>
   <source>Show the uses</source>
   <translation>Verwendungen zeigen</translation>
  </message>
  <message>
   <source>Show the whole file</source>
   <translation>Die ganze Datei zeigen</translation>
  </message>
  <message>
   <source>Show the whole graph</source>
   <translation>Den ganzen Graphen zeigen</translation>
  </message>
  <message>
   <source>Show what implements it</source>
   <translation>Implementierungen zeigen</translation>
  </message>
  <message>
   <source>Show {n} more</source>
   <translation>{n} weitere zeigen</translation>
  </message>
  <message numerus="yes">
   <source>Show {n} more chunks</source>
   <translation>
    <numerusform>{n} weiteren Abschnitt zeigen</numerusform>
    <numerusform>{n} weitere Abschnitte zeigen</numerusform>
   </translation>
  </message>
  <message>
   <source>Show {n} more of {group}</source>
   <translation>{n} weitere zu {group} zeigen</translation>
  </message>
  <message>
   <source>Slide</source>
   <translation>Folie</translation>
  </message>
  <message>
   <source>Smallest first</source>
   <translation>Kleinste zuerst</translation>
  </message>
  <message>
   <source>Sort</source>
   <translation>Sortieren</translation>
  </message>
  <message>
   <source>Source</source>
   <translation>Quelltext</translation>
  </message>
  <message>
   <source>Speed of indexing</source>
   <translation>Tempo des Indizierens</translation>
  </message>
  <message>
   <source>Split into two panes</source>
   <translation>In zwei Hälften teilen</translation>
  </message>
  <message>
   <source>Split the right pane</source>
   <translation>Die rechte Spalte teilen</translation>
  </message>
  <message>
   <source>Stack frame</source>
   <translation>Stelle im Stacktrace</translation>
  </message>
  <message>
   <source>Stop</source>
   <translation>Anhalten</translation>
  </message>
  <message>
   <source>Structure</source>
   <translation>Struktur</translation>
  </message>
  <message>
   <source>Switch between query language and pasted text</source>
   <translation>Zwischen Suchsprache und eingefügtem Text wechseln</translation>
  </message>
  <message>
   <source>Switch light and dark</source>
   <translation>Hell und dunkel wechseln</translation>
  </message>
  <message>
   <source>Switch rendered and source</source>
   <translation>Seite und Quelltext wechseln</translation>
  </message>
  <message>
   <source>Symbols in the results</source>
   <translation>Symbole in den Ergebnissen</translation>
  </message>
  <message>
   <source>System</source>
   <translation>System</translation>
  </message>
  <message>
   <source>System default</source>
   <translation>Vorgabe des Systems</translation>
  </message>
  <message>
   <source>System: as this computer is set</source>
   <translation>System: wie dieser Rechner eingestellt ist</translation>
  </message>
  <message>
   <source>Tables, views, keys and triggers</source>
   <translation>Tabellen, Sichten, Schlüssel und Trigger</translation>
  </message>
  <message>
   <source>Tags</source>
   <translation>Tags</translation>
  </message>
  <message>
   <source>Take it in</source>
   <translation>Aufnehmen</translation>
  </message>
  <message>
   <source>Takes effect at the next start</source>
   <translation>Gilt vom nächsten Start an</translation>
  </message>
  <message>
   <source>Temperature</source>
   <translation>Temperatur</translation>
  </message>
  <message>
   <source>Temperature of attention</source>
   <translation>Temperatur der Aufmerksamkeit</translation>
  </message>
  <message>
   <source>Tenant</source>
   <translation>Mandant</translation>
  </message>
  <message>
   <source>Test</source>
   <translation>Test</translation>
  </message>
  <message>
   <source>Tests</source>
   <translation>Tests</translation>
  </message>
  <message>
   <source>Tests; or generated, stale, skipped</source>
   <translation>Tests; oder generated, stale, skipped</translation>
  </message>
  <message>
   <source>Text</source>
   <translation>Text</translation>
  </message>
  <message>
   <source>Text of the definition</source>
   <translation>Text der Definition</translation>
  </message>
  <message>
   <source>Text size in percent</source>
   <translation>Schriftgröße in Prozent</translation>
  </message>
  <message>
   <source>Text size, percent</source>
   <translation>Schriftgröße, Prozent</translation>
  </message>
  <message>
   <source>Text that will be copied</source>
   <translation>Text, der kopiert wird</translation>
  </message>
  <message>
   <source>Texts</source>
   <translation>Texte</translation>
  </message>
  <message>
   <source>Texts embedded at once</source>
   <translation>Texte, die zugleich eingebettet werden</translation>
  </message>
  <message>
   <source>Texts embedded at once; more need more memory</source>
   <translation>Texte, die zugleich eingebettet werden; mehr brauchen mehr Speicher</translation>
  </message>
  <message>
   <source>The change is not kept</source>
   <translation>Die Änderung wurde nicht aufgehoben</translation>
  </message>
  <message>
   <source>The clipboard holds no text</source>
   <translation>In der Zwischenablage ist kein Text</translation>
  </message>
  <message>
   <source>The command needs {file} in place of the path</source>
   <translation>Der Befehl braucht {file} dort, wo der Pfad stehen soll</translation>
  </message>
  <message>
   <source>The engine works with these settings now</source>
   <translation>Der Dienst arbeitet jetzt mit diesen Einstellungen</translation>
  </message>
  <message>
   <source>The file as a whole</source>
   <translation>Die Datei im Ganzen</translation>
  </message>
  <message>
   <source>The file cannot be opened</source>
   <translation>Die Datei kann nicht geöffnet werden</translation>
  </message>
  <message>
   <source>The file is being read.</source>
   <translation>Die Datei wird gelesen.</translation>
  </message>
  <message>
   <source>The first that is installed</source>
   <translation>Der erste, der installiert ist</translation>
  </message>
  <message>
   <source>The folders are indexed by word only</source>
   <translation>Die Ordner sind nur nach Wörtern indiziert</translation>
  </message>
  <message>
   <source>The index is damaged</source>
   <translation>Der Index ist beschädigt</translation>
  </message>
  <message>
   <source>The index is not open</source>
   <translation>Der Index ist nicht geöffnet</translation>
  </message>
  <message>
   <source>The index takes {size} in {folder}</source>
   <translation>Der Index belegt {size} in {folder}</translation>
  </message>
  <message>
   <source>The link is copied</source>
   <translation>Der Link ist kopiert</translation>
  </message>
  <message>
   <source>The moved boxes were not saved</source>
   <translation>Die verschobenen Kästen wurden nicht gespeichert</translation>
  </message>
  <message>
   <source>The other way round</source>
   <translation>Umgekehrt</translation>
  </message>
  <message>
   <source>The processor of this computer</source>
   <translation>Der Prozessor dieses Rechners</translation>
  </message>
  <message>
   <source>The reader, which read it with the question, gives it {score}</source>
   <translation>Der Leser, der sie mit der Frage gelesen hat, gibt ihr {score}</translation>
  </message>
  <message>
   <source>The sample is still indexed</source>
   <translation>Das Beispiel ist noch indiziert</translation>
  </message>
  <message>
   <source>The text that is searched</source>
   <translation>Der Text, der durchsucht wird</translation>
  </message>
  <message>
   <source>The tree was not saved</source>
   <translation>Der Baum wurde nicht gesichert</translation>
  </message>
  <message>
   <source>Theme</source>
   <translation>Farben</translation>
  </message>
  <message>
   <source>There are more changes than are shown here.</source>
   <translation>Es gibt mehr Änderungen, als hier stehen.</translation>
  </message>
  <message>
   <source>There is no file to open</source>
   <translation>Es gibt keine Datei zum Öffnen</translation>
  </message>
  <message>
   <source>There is no name at the cursor of the preview.</source>
   <translation>Am Cursor der Vorschau steht kein Name.</translation>
  </message>
  <message>
   <source>These keys can bring Dowse to the front wherever you are. The settings change them later.</source>
   <translation>Diese Tasten können Dowse von überall nach vorn holen. In den Einstellungen lassen sie sich später ändern.</translation>
  </message>
  <message>
   <source>These words, next to each other</source>
   <translation>Diese Wörter, nebeneinander</translation>
  </message>
  <message>
   <source>This branch is indexed already</source>
   <translation>Dieser Zweig ist schon indiziert</translation>
  </message>
  <message>
   <source>This desktop has no tray</source>
   <translation>Dieser Desktop hat keine Leiste für Symbole</translation>
  </message>
  <message>
   <source>This file cannot be laid out; this is its text.</source>
   <translation>Diese Datei kann nicht als Seite gezeigt werden; das ist ihr Text.</translation>
  </message>
  <message>
   <source>This file cannot be read now: {reason}. This is the text as it was indexed.</source>
   <translation>Diese Datei kann jetzt nicht gelesen werden: {reason}. Das ist der Text, wie er indiziert wurde.</translation>
  </message>
  <message>
   <source>This file cannot be shown. It may be damaged, locked with a password, or too large.</source>
   <translation>Diese Datei kann nicht gezeigt werden. Vielleicht ist sie beschädigt, mit einem Kennwort geschützt oder zu groß.</translation>
  </message>
  <message>
   <source>This file is empty.</source>
   <translation>Diese Datei ist leer.</translation>
  </message>
  <message>
   <source>This file is too long to be laid out; this is its source.</source>
   <translation>Diese Datei ist zu lang für die Seitenansicht; das ist ihr Quelltext.</translation>
  </message>
  <message>
   <source>This file was deleted. This is the text as it was indexed.</source>
   <translation>Diese Datei wurde gelöscht. Das ist der Text, wie er indiziert wurde.</translation>
  </message>
  <message>
   <source>This hides no file that is indexed</source>
   <translation>Das verbirgt keine indizierte Datei</translation>
  </message>
  <message numerus="yes">
   <source>This hides {n} files</source>
   <translation>
    <numerusform>Das verbirgt {n} Datei</numerusform>
    <numerusform>Das verbirgt {n} Dateien</numerusform>
   </translation>
  </message>
  <message>
   <source>This is the file on the branch {branch}, which is not checked out.</source>
   <translation>Das ist die Datei auf dem Zweig {branch}, der nicht ausgecheckt ist.</translation>
  </message>
  <message>
   <source>This link leads out of its folder; it is not followed.</source>
   <translation>Dieser Verweis führt aus seinem Ordner hinaus; ihm wird nicht gefolgt.</translation>
  </message>
  <message>
   <source>This link leads to {address}</source>
   <translation>Dieser Verweis führt zu {address}</translation>
  </message>
  <message>
   <source>Threads</source>
   <translation>Threads</translation>
  </message>
  <message>
   <source>Threads of the processor</source>
   <translation>Threads des Prozessors</translation>
  </message>
  <message>
   <source>Today</source>
   <translation>Heute</translation>
  </message>
  <message>
   <source>Toggle favourite</source>
   <translation>Favorit umschalten</translation>
  </message>
  <message>
   <source>Top</source>
   <translation>Anzahl</translation>
  </message>
  <message>
   <source>Try a sample corpus</source>
   <translation>Ein Beispiel ausprobieren</translation>
  </message>
  <message>
   <source>Try again</source>
   <translation>Noch einmal versuchen</translation>
  </message>
  <message>
   <source>Turns text into vectors, on this computer. Another model means that everything is embedded again.</source>
   <translation>Macht aus Text Vektoren, auf diesem Rechner. Ein anderes Modell heißt, dass alles neu eingebettet wird.</translation>
  </message>
  <message>
   <source>Type a file, a name, a command, a setting or a search</source>
   <translation>Datei, Name, Befehl, Einstellung oder Suche eingeben</translation>
  </message>
  <message>
   <source>Type words, a name or a sentence</source>
   <translation>Wörter, einen Namen oder einen Satz eingeben</translation>
  </message>
  <message>
   <source>Types and attributes that are only named; there are many</source>
   <translation>Typen und Attribute, die nur genannt werden; es sind viele</translation>
  </message>
  <message>
   <source>Understanding</source>
   <translation>Verstehen</translation>
  </message>
  <message>
   <source>Up to date</source>
   <translation>Aktuell</translation>
  </message>
  <message>
   <source>Up to date by word</source>
   <translation>Aktuell nach Wörtern</translation>
  </message>
  <message>
   <source>Use a model in a folder</source>
   <translation>Ein Modell aus einem Ordner nehmen</translation>
  </message>
  <message>
   <source>Use the dark theme</source>
   <translation>Dunkle Darstellung</translation>
  </message>
  <message>
   <source>Use the fonts of the system</source>
   <translation>Schriften des Systems verwenden</translation>
  </message>
  <message>
   <source>Use the keys it came with</source>
   <translation>Die ursprünglichen Tasten nehmen</translation>
  </message>
  <message>
   <source>Use the light theme</source>
   <translation>Helle Darstellung</translation>
  </message>
  <message>
   <source>Use the query language</source>
   <translation>Abfragesprache anwenden</translation>
  </message>
  <message>
   <source>Use these keys</source>
   <translation>Diese Tasten verwenden</translation>
  </message>
  <message>
   <source>Used by</source>
   <translation>Benutzt von</translation>
  </message>
  <message>
   <source>Uses what is to change</source>
   <translation>Nutzt, was sich ändern soll</translation>
  </message>
  <message>
   <source>View</source>
   <translation>Ansicht</translation>
  </message>
  <message>
   <source>Waiting</source>
   <translation>Wartet</translation>
  </message>
  <message>
   <source>Waiting, {files}</source>
   <translation>Wartet, {files}</translation>
  </message>
  <message>
   <source>Watching</source>
   <translation>Beobachtet:</translation>
  </message>
  <message>
   <source>Way</source>
   <translation>Weg</translation>
  </message>
  <message>
   <source>Weighs the reciprocal ranks of both lists: 0 is by word, 1 is by meaning</source>
   <translation>Wägt die reziproken Ränge beider Listen: 0 nach Wörtern, 1 nach Bedeutung</translation>
  </message>
  <message>
   <source>Weight +0.05</source>
   <translation>Gewicht +0,05</translation>
  </message>
  <message>
   <source>Weight of meaning</source>
   <translation>Gewicht der Bedeutung</translation>
  </message>
  <message>
   <source>Weight preset</source>
   <translation>Voreinstellung des Gewichts</translation>
  </message>
  <message>
   <source>Weight −0.05</source>
   <translation>Gewicht −0,05</translation>
  </message>
  <message>
   <source>Weighted sum</source>
   <translation>Gewichtete Summe</translation>
  </message>
  <message>
   <source>What changed since a commit</source>
   <translation>Was sich seit einem Commit geändert hat</translation>
  </message>
  <message>
   <source>What computes the vectors.</source>
   <translation>Was die Vektoren berechnet.</translation>
  </message>
  <message>
   <source>What depends on it</source>
   <translation>Was davon abhängt</translation>
  </message>
  <message>
   <source>What git leaves out</source>
   <translation>Was Git auslässt</translation>
  </message>
  <message>
   <source>What it needs</source>
   <translation>Was es braucht</translation>
  </message>
  <message>
   <source>What needs it</source>
   <translation>Was davon abhängt</translation>
  </message>
  <message>
   <source>What templates load, and which code shows them, is not read.</source>
   <translation>Was Vorlagen laden und welcher Code sie zeigt, wird nicht gelesen.</translation>
  </message>
  <message>
   <source>What this computer opens the file with; it may not go to the line</source>
   <translation>Womit dieser Rechner die Datei öffnet; vielleicht nicht an der Zeile</translation>
  </message>
  <message>
   <source>What you can type</source>
   <translation>Was man eingeben kann</translation>
  </message>
  <message>
   <source>What you can type. {lines}</source>
   <translation>Was man eingeben kann. {lines}</translation>
  </message>
  <message>
   <source>What you search for is listed here.</source>
   <translation>Hier steht, wonach gesucht wurde.</translation>
  </message>
  <message>
   <source>What {language} files depend on is not read.</source>
   <translation>Wovon Dateien in {language} abhängen, wird nicht gelesen.</translation>
  </message>
  <message>
   <source>What {name} depends on and what uses it is shown as soon as it is known.</source>
   <translation>Wovon {name} abhängt und was es benutzt, wird gezeigt, sobald es bekannt ist.</translation>
  </message>
  <message>
   <source>When no window, command or agent is connected</source>
   <translation>Wenn kein Fenster, Befehl oder Agent verbunden ist</translation>
  </message>
  <message>
   <source>Where is this folder now?</source>
   <translation>Wo ist dieser Ordner jetzt?</translation>
  </message>
  <message>
   <source>Where the path leads</source>
   <translation>Wohin der Weg führt</translation>
  </message>
  <message>
   <source>Where this name is defined</source>
   <translation>Wo dieser Name definiert ist</translation>
  </message>
  <message>
   <source>Where to change</source>
   <translation>Wo ändern</translation>
  </message>
  <message>
   <source>Which file is meant</source>
   <translation>Welche Datei ist gemeint</translation>
  </message>
  <message>
   <source>Who changed these lines</source>
   <translation>Wer diese Zeilen geändert hat</translation>
  </message>
  <message>
   <source>Who changed this line</source>
   <translation>Wer diese Zeile geändert hat</translation>
  </message>
  <message>
   <source>Whole words</source>
   <translation>Ganze Wörter</translation>
  </message>
  <message>
   <source>Why a file is not here</source>
   <translation>Warum eine Datei fehlt</translation>
  </message>
  <message>
   <source>Why is a file not here</source>
   <translation>Warum fehlt eine Datei</translation>
  </message>
  <message>
   <source>Why is this here</source>
   <translation>Warum steht das hier</translation>
  </message>
  <message>
   <source>Why {name} is here</source>
   <translation>Warum {name} hier steht</translation>
  </message>
  <message>
   <source>Words</source>
   <translation>Wörter</translation>
  </message>
  <message>
   <source>Words it contains</source>
   <translation>Wörter darin</translation>
  </message>
  <message>
   <source>Words of a name that it defines</source>
   <translation>Wörter eines Namens, den sie definiert</translation>
  </message>
  <message>
   <source>Words of the file name in the query</source>
   <translation>Wörter des Dateinamens in der Anfrage</translation>
  </message>
  <message>
   <source>Words of the query in the file name</source>
   <translation>Wörter der Anfrage im Dateinamen</translation>
  </message>
  <message>
   <source>Words of the query in the whole file</source>
   <translation>Wörter der Anfrage in der ganzen Datei</translation>
  </message>
  <message>
   <source>Words or meaning</source>
   <translation>Wörter oder Bedeutung</translation>
  </message>
  <message>
   <source>Words: {words}</source>
   <translation>Wörter: {words}</translation>
  </message>
  <message>
   <source>Wrap long lines</source>
   <translation>Lange Zeilen umbrechen</translation>
  </message>
  <message>
   <source>Write a command, such as: myeditor {file}:{line}</source>
   <translation>Ein Befehl wird gebraucht, etwa: myeditor {file}:{line}</translation>
  </message>
  <message>
   <source>Write a note</source>
   <translation>Eine Notiz schreiben</translation>
  </message>
  <message>
   <source>Write a note on the selection</source>
   <translation>Eine Notiz zur Auswahl schreiben</translation>
  </message>
  <message>
   <source>Written: {path}</source>
   <translation>Geschrieben: {path}</translation>
  </message>
  <message>
   <source>Yesterday</source>
   <translation>Gestern</translation>
  </message>
  <message>
   <source>You can search now. Results cover what is ready so far.</source>
   <translation>Die Suche geht schon. Gefunden wird, was bisher fertig ist.</translation>
  </message>
  <message numerus="yes">
   <source>You can see {seen} of {n} folders</source>
   <translation>
    <numerusform>{seen} von {n} Ordner ist zu sehen</numerusform>
    <numerusform>{seen} von {n} Ordnern sind zu sehen</numerusform>
   </translation>
  </message>
  <message>
   <source>Your own command</source>
   <translation>Eigener Befehl</translation>
  </message>
  <message>
   <source>Zoom in</source>
   <translation>Vergrößern</translation>
  </message>
  <message>
   <source>Zoom out</source>
   <translation>Verkleinern</translation>
  </message>
  <message>
   <source>ambiguous</source>
   <translation>mehrdeutig</translation>
  </message>
  <message>
   <source>and {n} more</source>
   <translation>und {n} weitere</translation>
  </message>
  <message numerus="yes">
   <source>and {n} more chunks</source>
   <translation>
    <numerusform>und {n} weiterer Abschnitt</numerusform>
    <numerusform>und {n} weitere Abschnitte</numerusform>
   </translation>
  </message>
  <message>
   <source>animation</source>
   <translation>Animation</translation>
  </message>
  <message>
   <source>annotated by</source>
   <translation>annotiert mit</translation>
  </message>
  <message>
   <source>annotation</source>
   <translation>Annotation</translation>
  </message>
  <message>
   <source>auto: one on each core</source>
   <translation>automatisch: einer je Kern</translation>
  </message>
  <message>
   <source>background, daemon</source>
   <translation>Hintergrund, Dienst</translation>
  </message>
  <message>
   <source>branch</source>
   <translation>Branch</translation>
  </message>
  <message>
   <source>branch {name}</source>
   <translation>Zweig {name}</translation>
  </message>
  <message>
   <source>calls</source>
   <translation>ruft auf</translation>
  </message>
  <message>
   <source>case sensitive, capitals</source>
   <translation>Großschreibung, Kleinschreibung</translation>
  </message>
  <message>
   <source>changed</source>
   <translation>geändert</translation>
  </message>
  <message>
   <source>class</source>
   <translation>Klasse</translation>
  </message>
  <message>
   <source>collapsed</source>
   <translation>zugeklappt</translation>
  </message>
  <message>
   <source>comment, annotate, remark</source>
   <translation>Kommentar, Anmerkung, Bemerkung</translation>
  </message>
  <message>
   <source>component</source>
   <translation>Komponente</translation>
  </message>
  <message>
   <source>constant</source>
   <translation>Konstante</translation>
  </message>
  <message>
   <source>constructor</source>
   <translation>Konstruktor</translation>
  </message>
  <message>
   <source>creates</source>
   <translation>erzeugt</translation>
  </message>
  <message>
   <source>critical</source>
   <translation>kritisch</translation>
  </message>
  <message>
   <source>cycle</source>
   <translation>Zyklus</translation>
  </message>
  <message>
   <source>dark mode, night, day, colours, appearance</source>
   <translation>Dunkelmodus, Nacht, Tag, Farben, Aussehen, dark mode</translation>
  </message>
  <message>
   <source>dark mode, night, high contrast, colours</source>
   <translation>Dunkelmodus, Nacht, Kontrast, Farben, dark mode</translation>
  </message>
  <message>
   <source>declaration, jump to source</source>
   <translation>Deklaration, zur Quelle springen</translation>
  </message>
  <message>
   <source>defines</source>
   <translation>definiert</translation>
  </message>
  <message>
   <source>delegate</source>
   <translation>Delegat</translation>
  </message>
  <message>
   <source>deleted</source>
   <translation>gelöscht</translation>
  </message>
  <message>
   <source>dependency</source>
   <translation>Abhängigkeit</translation>
  </message>
  <message>
   <source>depends on nothing that is indexed, and nothing depends on it.</source>
   <translation>hängt von nichts ab, das im Index ist, und nichts hängt davon ab.</translation>
  </message>
  <message>
   <source>depends on nothing that is indexed.</source>
   <translation>hängt von nichts ab, das im Index ist.</translation>
  </message>
  <message>
   <source>deprecated</source>
   <translation>veraltet</translation>
  </message>
  <message>
   <source>desktop entry, start menu, icon</source>
   <translation>Startmenü, Desktopeintrag, Symbol</translation>
  </message>
  <message>
   <source>document type</source>
   <translation>Dokumentart</translation>
  </message>
  <message>
   <source>does not fit</source>
   <translation>passt nicht hinein</translation>
  </message>
  <message>
   <source>embedding, vector</source>
   <translation>Embedding, Vektor</translation>
  </message>
  <message>
   <source>engineering, support</source>
   <translation>entwicklung, support</translation>
  </message>
  <message>
   <source>enum</source>
   <translation>Aufzählung</translation>
  </message>
  <message>
   <source>evidence, prompt</source>
   <translation>Belege, Prompt</translation>
  </message>
  <message>
   <source>example</source>
   <translation>Beispiel</translation>
  </message>
  <message>
   <source>exclude</source>
   <translation>ausschließen</translation>
  </message>
  <message>
   <source>exit, close the program</source>
   <translation>schließen, Ende, Programm verlassen</translation>
  </message>
  <message>
   <source>expand all, fold, collapse, snippets</source>
   <translation>alle aufklappen, einklappen, Ausschnitte</translation>
  </message>
  <message>
   <source>expanded</source>
   <translation>aufgeklappt</translation>
  </message>
  <message>
   <source>explain, score, rank</source>
   <translation>erklären, Punktzahl, Rang</translation>
  </message>
  <message>
   <source>extension</source>
   <translation>Erweiterung</translation>
  </message>
  <message>
   <source>external</source>
   <translation>extern</translation>
  </message>
  <message>
   <source>facets, sidebar, left column</source>
   <translation>Facetten, Seitenleiste, linke Spalte</translation>
  </message>
  <message>
   <source>favourite</source>
   <translation>Favorit</translation>
  </message>
  <message>
   <source>field</source>
   <translation>Feld</translation>
  </message>
  <message>
   <source>file</source>
   <translation>Datei</translation>
  </message>
  <message>
   <source>file extension</source>
   <translation>Dateiendung</translation>
  </message>
  <message>
   <source>first</source>
   <translation>die ersten</translation>
  </message>
  <message>
   <source>folded</source>
   <translation>zusammengefasst</translation>
  </message>
  <message>
   <source>folder</source>
   <translation>Ordner</translation>
  </message>
  <message>
   <source>folders</source>
   <translation>Ordner</translation>
  </message>
  <message>
   <source>foreign key</source>
   <translation>Fremdschlüssel</translation>
  </message>
  <message>
   <source>function</source>
   <translation>Funktion</translation>
  </message>
  <message>
   <source>generated</source>
   <translation>erzeugt</translation>
  </message>
  <message>
   <source>gitignore, exclude</source>
   <translation>gitignore, ausschließen</translation>
  </message>
  <message>
   <source>graph, tree, imports</source>
   <translation>Graph, Baum, Importe</translation>
  </message>
  <message>
   <source>graph, tree, imports, used by</source>
   <translation>Graph, Baum, Importe, benutzt von</translation>
  </message>
  <message>
   <source>groups {names}</source>
   <translation>Gruppen {names}</translation>
  </message>
  <message>
   <source>groups, tenant, permissions</source>
   <translation>Gruppen, Mandant, Berechtigungen</translation>
  </message>
  <message>
   <source>help, shortcuts, hotkeys, cheat sheet</source>
   <translation>Hilfe, Tastenkürzel, Spickzettel</translation>
  </message>
  <message>
   <source>history</source>
   <translation>Verlauf</translation>
  </message>
  <message>
   <source>idle, background</source>
   <translation>Leerlauf, Hintergrund</translation>
  </message>
  <message>
   <source>images, exclude</source>
   <translation>Fotos, ausschließen</translation>
  </message>
  <message>
   <source>implemented by</source>
   <translation>umgesetzt von</translation>
  </message>
  <message>
   <source>implements</source>
   <translation>setzt um</translation>
  </message>
  <message>
   <source>important</source>
   <translation>wichtig</translation>
  </message>
  <message>
   <source>imports</source>
   <translation>importiert</translation>
  </message>
  <message>
   <source>in {files}, {ms} ms</source>
   <translation>in {files}, {ms} ms</translation>
  </message>
  <message>
   <source>index, open a project, repository, directory</source>
   <translation>indizieren, Projekt öffnen, Repository, Verzeichnis</translation>
  </message>
  <message>
   <source>inherited by</source>
   <translation>geerbt von</translation>
  </message>
  <message>
   <source>inherits</source>
   <translation>erbt von</translation>
  </message>
  <message>
   <source>instead of</source>
   <translation>statt</translation>
  </message>
  <message>
   <source>interface</source>
   <translation>Schnittstelle</translation>
  </message>
  <message>
   <source>is used by nothing that is indexed.</source>
   <translation>wird von nichts benutzt, das im Index ist.</translation>
  </message>
  <message>
   <source>its name only</source>
   <translation>nur der Name</translation>
  </message>
  <message>
   <source>k</source>
   <translation>k</translation>
  </message>
  <message>
   <source>kind or state of file</source>
   <translation>Art oder Zustand der Datei</translation>
  </message>
  <message>
   <source>knobs, options, tuning</source>
   <translation>Regler, Optionen, Feineinstellung</translation>
  </message>
  <message>
   <source>language</source>
   <translation>Sprache</translation>
  </message>
  <message>
   <source>level {n}</source>
   <translation>Ebene {n}</translation>
  </message>
  <message>
   <source>line break, long lines, word wrap</source>
   <translation>Zeilenumbruch, lange Zeilen</translation>
  </message>
  <message>
   <source>line {lines}</source>
   <translation>Zeile {lines}</translation>
  </message>
  <message>
   <source>lines {first} to {last}</source>
   <translation>Zeilen {first} bis {last}</translation>
  </message>
  <message>
   <source>lines {lines}</source>
   <translation>Zeilen {lines}</translation>
  </message>
  <message>
   <source>links to</source>
   <translation>verweist auf</translation>
  </message>
  <message>
   <source>literal, verbatim, grep</source>
   <translation>wörtlich, grep</translation>
  </message>
  <message>
   <source>locate, plan a change, bug</source>
   <translation>lokalisieren, Änderung planen, Fehler</translation>
  </message>
  <message>
   <source>macro</source>
   <translation>Makro</translation>
  </message>
  <message>
   <source>maps to</source>
   <translation>bildet ab auf</translation>
  </message>
  <message>
   <source>meaning</source>
   <translation>Bedeutung</translation>
  </message>
  <message>
   <source>memory, graphics card</source>
   <translation>Speicher, Grafikkarte</translation>
  </message>
  <message>
   <source>mentions</source>
   <translation>erwähnt</translation>
  </message>
  <message>
   <source>method</source>
   <translation>Methode</translation>
  </message>
  <message>
   <source>missing file, not found, ignored, explain</source>
   <translation>fehlende Datei, nicht gefunden, ignoriert, erklären</translation>
  </message>
  <message>
   <source>model, attentive</source>
   <translation>Modell, gründlich</translation>
  </message>
  <message>
   <source>model, slow, precise</source>
   <translation>Modell, langsam, genau</translation>
  </message>
  <message>
   <source>module</source>
   <translation>Modul</translation>
  </message>
  <message numerus="yes">
   <source>more than {n} lines</source>
   <translation>
    <numerusform>mehr als {n} Zeile</numerusform>
    <numerusform>mehr als {n} Zeilen</numerusform>
   </translation>
  </message>
  <message>
   <source>moved</source>
   <translation>verschoben</translation>
  </message>
  <message>
   <source>name that is defined</source>
   <translation>Name, der definiert wird</translation>
  </message>
  <message>
   <source>namespace</source>
   <translation>Namensraum</translation>
  </message>
  <message>
   <source>narrow, restrict, limit to</source>
   <translation>eingrenzen, einschränken, beschränken</translation>
  </message>
  <message>
   <source>new</source>
   <translation>neu</translation>
  </message>
  <message>
   <source>next place</source>
   <translation>nächste Stelle</translation>
  </message>
  <message>
   <source>node_modules, exclude</source>
   <translation>node_modules, ausschließen</translation>
  </message>
  <message>
   <source>not in this file</source>
   <translation>nicht in dieser Datei</translation>
  </message>
  <message>
   <source>not included</source>
   <translation>nicht enthalten</translation>
  </message>
  <message>
   <source>not reachable</source>
   <translation>nicht erreichbar</translation>
  </message>
  <message>
   <source>note</source>
   <translation>Notiz</translation>
  </message>
  <message>
   <source>notification area, background</source>
   <translation>Infobereich, Hintergrund</translation>
  </message>
  <message>
   <source>object</source>
   <translation>Objekt</translation>
  </message>
  <message>
   <source>of {name}</source>
   <translation>von {name}</translation>
  </message>
  <message>
   <source>offline</source>
   <translation>offline</translation>
  </message>
  <message>
   <source>package</source>
   <translation>Paket</translation>
  </message>
  <message>
   <source>page</source>
   <translation>Seite</translation>
  </message>
  <message>
   <source>part of the path</source>
   <translation>Teil des Pfads</translation>
  </message>
  <message>
   <source>passwords, keys, exclude</source>
   <translation>Passwörter, Schlüssel, ausschließen</translation>
  </message>
  <message>
   <source>permissions, see only some</source>
   <translation>Berechtigungen, nur manche sehen</translation>
  </message>
  <message>
   <source>preferences, options, configuration</source>
   <translation>Voreinstellungen, Optionen, Konfiguration</translation>
  </message>
  <message>
   <source>previous place, return</source>
   <translation>vorige Stelle, zurückkehren</translation>
  </message>
  <message>
   <source>procedure</source>
   <translation>Prozedur</translation>
  </message>
  <message>
   <source>processor, cores</source>
   <translation>Prozessor, Kerne</translation>
  </message>
  <message>
   <source>processor, slow, fast</source>
   <translation>Prozessor, langsam, schnell</translation>
  </message>
  <message>
   <source>product</source>
   <translation>Produkt</translation>
  </message>
  <message>
   <source>promotion level</source>
   <translation>Gewichtungsstufe</translation>
  </message>
  <message>
   <source>prompt, clipboard, language model</source>
   <translation>Prompt, Zwischenablage, Sprachmodell</translation>
  </message>
  <message>
   <source>property</source>
   <translation>Eigenschaft</translation>
  </message>
  <message>
   <source>protocol</source>
   <translation>Protokoll</translation>
  </message>
  <message>
   <source>query, type</source>
   <translation>Anfrage, tippen</translation>
  </message>
  <message>
   <source>reader</source>
   <translation>Leser</translation>
  </message>
  <message>
   <source>reads</source>
   <translation>liest</translation>
  </message>
  <message>
   <source>reads view</source>
   <translation>liest Sicht</translation>
  </message>
  <message>
   <source>record</source>
   <translation>Record</translation>
  </message>
  <message>
   <source>references</source>
   <translation>verweist auf</translation>
  </message>
  <message>
   <source>references, callers, who calls this</source>
   <translation>Verweise, Aufrufer, wer ruft das auf</translation>
  </message>
  <message>
   <source>refresh</source>
   <translation>auffrischen</translation>
  </message>
  <message>
   <source>regexp, pattern, grep</source>
   <translation>Regexp, Muster, grep</translation>
  </message>
  <message>
   <source>remember, bookmark the query</source>
   <translation>merken, Lesezeichen für die Suche</translation>
  </message>
  <message>
   <source>repository</source>
   <translation>Repository</translation>
  </message>
  <message>
   <source>restore, undo, factory</source>
   <translation>wiederherstellen, rückgängig, Werkseinstellung</translation>
  </message>
  <message>
   <source>route</source>
   <translation>Route</translation>
  </message>
  <message>
   <source>score {score}</source>
   <translation>Wertung {score}</translation>
  </message>
  <message>
   <source>search in this file</source>
   <translation>in dieser Datei suchen</translation>
  </message>
  <message>
   <source>section</source>
   <translation>Abschnitt</translation>
  </message>
  <message>
   <source>semantic, embedding, vectors</source>
   <translation>semantisch, Embedding, Vektoren</translation>
  </message>
  <message>
   <source>separated by commas</source>
   <translation>durch Kommas getrennt</translation>
  </message>
  <message>
   <source>shown above</source>
   <translation>oben gezeigt</translation>
  </message>
  <message>
   <source>shown below</source>
   <translation>unten gezeigt</translation>
  </message>
  <message>
   <source>sidebar, hide the preview</source>
   <translation>Seitenleiste, Vorschau ausblenden</translation>
  </message>
  <message>
   <source>similar, duplicates, copies, resembling</source>
   <translation>ähnlich, Duplikate, Kopien</translation>
  </message>
  <message>
   <source>similar, paste, snippet</source>
   <translation>ähnlich, einfügen, Ausschnitt</translation>
  </message>
  <message>
   <source>size</source>
   <translation>Größe</translation>
  </message>
  <message>
   <source>size of the file</source>
   <translation>Größe der Datei</translation>
  </message>
  <message>
   <source>star, bookmark, pin, mark</source>
   <translation>Stern, Lesezeichen, anheften, markieren</translation>
  </message>
  <message>
   <source>statement</source>
   <translation>Anweisung</translation>
  </message>
  <message>
   <source>struct</source>
   <translation>Struktur</translation>
  </message>
  <message>
   <source>structure</source>
   <translation>Struktur</translation>
  </message>
  <message>
   <source>symbolic links</source>
   <translation>symbolische Verknüpfungen</translation>
  </message>
  <message>
   <source>table</source>
   <translation>Tabelle</translation>
  </message>
  <message>
   <source>table of contents, symbols of this file, structure</source>
   <translation>Inhaltsverzeichnis, Symbole dieser Datei, Struktur</translation>
  </message>
  <message>
   <source>tags {names}</source>
   <translation>Tags {names}</translation>
  </message>
  <message>
   <source>tenant {names}</source>
   <translation>Mandant {names}</translation>
  </message>
  <message>
   <source>test</source>
   <translation>Test</translation>
  </message>
  <message>
   <source>the middle of the graph</source>
   <translation>die Mitte des Graphen</translation>
  </message>
  <message>
   <source>top of the document</source>
   <translation>Anfang des Dokuments</translation>
  </message>
  <message>
   <source>trait</source>
   <translation>Trait</translation>
  </message>
  <message>
   <source>translation</source>
   <translation>Übersetzung</translation>
  </message>
  <message>
   <source>trigger</source>
   <translation>Trigger</translation>
  </message>
  <message>
   <source>trigger on</source>
   <translation>Trigger auf</translation>
  </message>
  <message>
   <source>two panes, side by side</source>
   <translation>zwei Bereiche, nebeneinander</translation>
  </message>
  <message>
   <source>two words</source>
   <translation>zwei Wörter</translation>
  </message>
  <message>
   <source>type</source>
   <translation>Typ</translation>
  </message>
  <message>
   <source>typeface</source>
   <translation>Schriftart</translation>
  </message>
  <message>
   <source>union</source>
   <translation>Union</translation>
  </message>
  <message>
   <source>vendored</source>
   <translation>fremd</translation>
  </message>
  <message>
   <source>view</source>
   <translation>Sicht</translation>
  </message>
  <message>
   <source>watch, refresh</source>
   <translation>beobachten, auffrischen</translation>
  </message>
  <message>
   <source>way, route, how does it depend</source>
   <translation>Weg, Route, wie hängt es ab</translation>
  </message>
  <message>
   <source>when the file was changed</source>
   <translation>wann die Datei geändert wurde</translation>
  </message>
  <message>
   <source>why a file was skipped</source>
   <translation>warum eine Datei ausgelassen wurde</translation>
  </message>
  <message>
   <source>word</source>
   <translation>Wort</translation>
  </message>
  <message>
   <source>words</source>
   <translation>Wörter</translation>
  </message>
  <message>
   <source>words only, exact words</source>
   <translation>nur Wörter, genaue Wörter</translation>
  </message>
  <message>
   <source>writes</source>
   <translation>schreibt</translation>
  </message>
  <message>
   <source>zoom, font size, scale</source>
   <translation>Zoom, Schriftgröße, Skalierung</translation>
  </message>
  <message>
   <source>{chosen} of {all} edges</source>
   <translation>{chosen} von {all} Kanten</translation>
  </message>
  <message>
   <source>{chunks} from {files}</source>
   <translation>{chunks} aus {files}</translation>
  </message>
  <message>
   <source>{chunks}in {ms} ms</source>
   <translation>{chunks}in {ms} ms</translation>
  </message>
  <message>
   <source>{chunk} in {file}</source>
   <translation>{chunk} in {file}</translation>
  </message>
  <message>
   <source>{command}: changed</source>
   <translation>{command}: geändert</translation>
  </message>
  <message>
   <source>{edges}
{nodes} in this tree</source>
   <translation>{edges}
{nodes} in diesem Baum</translation>
  </message>
  <message>
   <source>{exact} exact, {more} more by meaning</source>
   <translation>{exact} genau, {more} weitere nach Bedeutung</translation>
  </message>
  <message>
   <source>{exact} exact, {more} more by word</source>
   <translation>{exact} genau, {more} weitere nach Wörtern</translation>
  </message>
  <message>
   <source>{files}, by word only</source>
   <translation>{files}, nur nach Wörtern</translation>
  </message>
  <message>
   <source>{files}, not watched</source>
   <translation>{files}, nicht beobachtet</translation>
  </message>
  <message>
   <source>{files}, up to date</source>
   <translation>{files}, aktuell</translation>
  </message>
  <message>
   <source>{files}, up to date by word</source>
   <translation>{files}, nach Wörtern aktuell</translation>
  </message>
  <message>
   <source>{files}, {chunks}</source>
   <translation>{files}, {chunks}</translation>
  </message>
  <message>
   <source>{files}, {n} wait for meaning</source>
   <translation>{files}, {n} warten auf ihre Bedeutung</translation>
  </message>
  <message>
   <source>{files}, {tests} in {ms} ms</source>
   <translation>{files}, {tests} in {ms} ms</translation>
  </message>
  <message>
   <source>{file} and {line} stand for the place</source>
   <translation>{file} und {line} stehen für die Stelle</translation>
  </message>
  <message>
   <source>{file} cannot be written: {reason}</source>
   <translation>{file} kann nicht geschrieben werden: {reason}</translation>
  </message>
  <message>
   <source>{group}, {n}, level 1, {state}</source>
   <translation>{group}, {n}, Ebene 1, {state}</translation>
  </message>
  <message>
   <source>{keys} is taken by another program, or cannot be used here</source>
   <translation>{keys} gehört einem anderen Programm oder geht hier nicht</translation>
  </message>
  <message>
   <source>{keys} is taken by “{command}”</source>
   <translation>{keys} gehört schon zu „{command}“</translation>
  </message>
  <message>
   <source>{keys} makes the selected file a favourite.</source>
   <translation>{keys} macht die ausgewählte Datei zum Favoriten.</translation>
  </message>
  <message>
   <source>{keys} saves the search you see.</source>
   <translation>{keys} sichert die gezeigte Suche.</translation>
  </message>
  <message>
   <source>{keys} would be missing in every other program: add Ctrl or Alt</source>
   <translation>{keys} fehlte dann jedem anderen Programm: Strg oder Alt dazunehmen</translation>
  </message>
  <message>
   <source>{name} does not depend on {target}</source>
   <translation>{name} hängt nicht von {target} ab</translation>
  </message>
  <message>
   <source>{name} does not depend on {target}, nor {target} on {name}</source>
   <translation>{name} hängt nicht von {target} ab und {target} nicht von {name}</translation>
  </message>
  <message>
   <source>{name} is not installed, or not in the PATH</source>
   <translation>{name} ist nicht installiert oder nicht im PATH</translation>
  </message>
  <message>
   <source>{name} is now {now}, was {before}</source>
   <translation>{name} ist jetzt {now}, war {before}</translation>
  </message>
  <message>
   <source>{name} is probably a typing mistake</source>
   <translation>{name} ist wohl ein Tippfehler</translation>
  </message>
  <message>
   <source>{name} {words} Other kinds of edges may be switched off.</source>
   <translation>{name} {words} Andere Arten von Kanten sind vielleicht ausgeschaltet.</translation>
  </message>
  <message>
   <source>{name}, as in the saved tree {walk}</source>
   <translation>{name}, wie im gesicherten Baum {walk}</translation>
  </message>
  <message>
   <source>{name}, line {line}: {evidence}</source>
   <translation>{name}, Zeile {line}: {evidence}</translation>
  </message>
  <message numerus="yes">
   <source>{n} bytes</source>
   <translation>
    <numerusform>{n} Byte</numerusform>
    <numerusform>{n} Bytes</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n} chunks</source>
   <translation>
    <numerusform>{n} Abschnitt</numerusform>
    <numerusform>{n} Abschnitte</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n} covering tests</source>
   <translation>
    <numerusform>{n} passender Test</numerusform>
    <numerusform>{n} passende Tests</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n} cycles cut</source>
   <translation>
    <numerusform>{n} Zyklus geschnitten</numerusform>
    <numerusform>{n} Zyklen geschnitten</numerusform>
   </translation>
  </message>
  <message>
   <source>{n} dimensions</source>
   <translation>{n} Dimensionen</translation>
  </message>
  <message numerus="yes">
   <source>{n} files</source>
   <translation>
    <numerusform>{n} Datei</numerusform>
    <numerusform>{n} Dateien</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n} files in sight</source>
   <translation>
    <numerusform>{n} Datei sichtbar</numerusform>
    <numerusform>{n} Dateien sichtbar</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n} files score between {low} and {high}</source>
   <translation>
    <numerusform>{n} Datei liegt zwischen {low} und {high}</numerusform>
    <numerusform>{n} Dateien liegen zwischen {low} und {high}</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n} files stay as they are, but are not found until they are indexed again.</source>
   <translation>
    <numerusform>{n} Datei bleibt, wie sie ist, wird aber erst wieder gefunden, wenn sie erneut indiziert ist.</numerusform>
    <numerusform>{n} Dateien bleiben, wie sie sind, werden aber erst wieder gefunden, wenn sie erneut indiziert sind.</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n} further files: narrow the search</source>
   <translation>
    <numerusform>{n} weitere Datei: Suche eingrenzen</numerusform>
    <numerusform>{n} weitere Dateien: Suche eingrenzen</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n} further files: raise Top</source>
   <translation>
    <numerusform>{n} weitere Datei: Anzahl erhöhen</numerusform>
    <numerusform>{n} weitere Dateien: Anzahl erhöhen</numerusform>
   </translation>
  </message>
  <message>
   <source>{n} gone: {names}</source>
   <translation>{n} verschwunden: {names}</translation>
  </message>
  <message numerus="yes">
   <source>{n} lines</source>
   <translation>
    <numerusform>{n} Zeile</numerusform>
    <numerusform>{n} Zeilen</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n} lines changed since {revision}</source>
   <translation>
    <numerusform>{n} Zeile seit {revision} geändert</numerusform>
    <numerusform>{n} Zeilen seit {revision} geändert</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n} matches</source>
   <translation>
    <numerusform>{n} Fundstelle</numerusform>
    <numerusform>{n} Fundstellen</numerusform>
   </translation>
  </message>
  <message>
   <source>{n} more</source>
   <translation>{n} weitere</translation>
  </message>
  <message>
   <source>{n} more can be loaded</source>
   <translation>{n} weitere können geladen werden</translation>
  </message>
  <message numerus="yes">
   <source>{n} more lines in the source</source>
   <translation>
    <numerusform>{n} weitere Zeile im Quelltext</numerusform>
    <numerusform>{n} weitere Zeilen im Quelltext</numerusform>
   </translation>
  </message>
  <message>
   <source>{n} more {where}</source>
   <translation>{n} weitere {where}</translation>
  </message>
  <message>
   <source>{n} more: {names}</source>
   <translation>{n} weitere: {names}</translation>
  </message>
  <message>
   <source>{n} new</source>
   <translation>{n} neu</translation>
  </message>
  <message numerus="yes">
   <source>{n} nodes</source>
   <translation>
    <numerusform>{n} Knoten</numerusform>
    <numerusform>{n} Knoten</numerusform>
   </translation>
  </message>
  <message>
   <source>{n} out of sight</source>
   <translation>{n} nicht sichtbar</translation>
  </message>
  <message numerus="yes">
   <source>{n} repositories in this folder</source>
   <translation>
    <numerusform>{n} Repository in diesem Ordner</numerusform>
    <numerusform>{n} Repositorys in diesem Ordner</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n} steps</source>
   <translation>
    <numerusform>{n} Schritt</numerusform>
    <numerusform>{n} Schritte</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n} steps to the left of {root}</source>
   <translation>
    <numerusform>{n} Schritt links von {root}</numerusform>
    <numerusform>{n} Schritte links von {root}</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n} steps to the right of {root}</source>
   <translation>
    <numerusform>{n} Schritt rechts von {root}</numerusform>
    <numerusform>{n} Schritte rechts von {root}</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n} texts did not fit</source>
   <translation>
    <numerusform>{n} Text passte nicht hinein</numerusform>
    <numerusform>{n} Texte passten nicht hinein</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n} threads</source>
   <translation>
    <numerusform>{n} Thread</numerusform>
    <numerusform>{n} Threads</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n} tokens</source>
   <translation>
    <numerusform>{n} Token</numerusform>
    <numerusform>{n} Tokens</numerusform>
   </translation>
  </message>
  <message numerus="yes">
   <source>{n} values</source>
   <translation>
    <numerusform>{n} Wert</numerusform>
    <numerusform>{n} Werte</numerusform>
   </translation>
  </message>
  <message>
   <source>{path} cannot be read: {reason}.</source>
   <translation>{path} kann nicht gelesen werden: {reason}.</translation>
  </message>
  <message>
   <source>{path} is not there any more.</source>
   <translation>{path} gibt es nicht mehr.</translation>
  </message>
  <message>
   <source>{place} of {count}</source>
   <translation>{place} von {count}</translation>
  </message>
  <message>
   <source>{place} of {n}</source>
   <translation>{place} von {n}</translation>
  </message>
  <message numerus="yes">
   <source>{place} of {n} matches</source>
   <translation>
    <numerusform>{place} von {n} Fundstelle</numerusform>
    <numerusform>{place} von {n} Fundstellen</numerusform>
   </translation>
  </message>
  <message>
   <source>{score}, rank {rank}</source>
   <translation>{score}, Rang {rank}</translation>
  </message>
  <message>
   <source>{sentence} Try one of these.</source>
   <translation>{sentence} Das hier geht.</translation>
  </message>
  <message numerus="yes">
   <source>{shown} of {n} nodes</source>
   <translation>
    <numerusform>{shown} von {n} Knoten</numerusform>
    <numerusform>{shown} von {n} Knoten</numerusform>
   </translation>
  </message>
  <message>
   <source>{size} MB</source>
   <translation>{size} MB</translation>
  </message>
  <message>
   <source>{size} kB</source>
   <translation>{size} kB</translation>
  </message>
  <message>
   <source>{size}. Only a cloud drive has this file. It is indexed once it is on this computer.</source>
   <translation>{size}. Diese Datei liegt nur in der Cloud. Sie wird indiziert, sobald sie auf diesem Computer ist.</translation>
  </message>
  <message>
   <source>{size}. This file could not be indexed: {reason}</source>
   <translation>{size}. Diese Datei konnte nicht indiziert werden: {reason}</translation>
  </message>
  <message>
   <source>{size}. This file is not text.</source>
   <translation>{size}. Diese Datei ist kein Text.</translation>
  </message>
  <message>
   <source>{step} {done} of {total}</source>
   <translation>{step} {done} von {total}</translation>
  </message>
  <message>
   <source>{step} {done} of {total} files</source>
   <translation>{step} {done} von {total} Dateien</translation>
  </message>
  <message>
   <source>{step}, paused</source>
   <translation>{step}, angehalten</translation>
  </message>
  <message numerus="yes">
   <source>{things} more in {n} files</source>
   <translation>
    <numerusform>{things} weitere in {n} Datei</numerusform>
    <numerusform>{things} weitere in {n} Dateien</numerusform>
   </translation>
  </message>
  <message>
   <source>{title}, {kind}, {lines}, relevance {score}</source>
   <translation>{title}, {kind}, {lines}, Relevanz {score}</translation>
  </message>
  <message>
   <source>{used} of {budget} tokens</source>
   <translation>{used} von {budget} Tokens</translation>
  </message>
  <message>
   <source>{used} of {budget} tokens used</source>
   <translation>{used} von {budget} Tokens belegt</translation>
  </message>
  <message>
   <source>{value}
Click to include, Alt+click to exclude</source>
   <translation>{value}
Klick schließt ein, Alt+Klick schließt aus</translation>
  </message>
  <message>
   <source>{words}, load</source>
   <translation>{words}, laden</translation>
  </message>
 </context>
</TS>
