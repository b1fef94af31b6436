; The installer for Windows, by Inno Setup 6, from the built folder:
;   iscc /DVersion=0.1.0 packaging\windows\dowse.iss
; With /DSigned and a tool that is called "sign", "/Ssign=signtool sign ... $f", programs and installer are signed.
; For one person, without administrator rights; what they make with it lies in %LOCALAPPDATA%\dowse and stays.

#ifndef Version
  #error Give the version: iscc /DVersion=0.1.0
#endif
#define Build "..\..\build"

[Setup]
AppId={{6E0B3F3C-6D0A-4B3E-9C39-2B6C7D5B4A11}
AppName=Dowse
AppVersion={#Version}
AppPublisher=Dowse contributors
DefaultDirName={localappdata}\Programs\Dowse
DefaultGroupName=Dowse
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesEnvironment=yes
LicenseFile=..\..\LICENSE
SetupIconFile={#Build}\icons\dowse.ico
UninstallDisplayIcon={app}\dowse-window.exe
OutputDir={#Build}\package
OutputBaseFilename=Dowse-{#Version}-setup
Compression=lzma2
SolidCompression=yes
CloseApplications=yes
#ifdef Signed
SignTool=sign
SignedUninstaller=yes
#endif

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "de"; MessagesFile: "compiler:Languages\German.isl"

[CustomMessages]
en.PathTask=Make the dowse command available in terminals
de.PathTask=Den Befehl dowse in Terminals bereitstellen
en.LoginTask=Keep the index up to date from login on
de.LoginTask=Den Index ab der Anmeldung aktuell halten

[Tasks]
Name: "path"; Description: "{cm:PathTask}"
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked
Name: "login"; Description: "{cm:LoginTask}"; Flags: unchecked

; Packages of an older version would be found beside those of this one.
[InstallDelete]
Type: filesandordirs; Name: "{app}\_internal"

[Files]
#ifdef Signed
Source: "{#Build}\package\dowse\*.exe"; DestDir: "{app}"; Flags: ignoreversion sign
Source: "{#Build}\package\dowse\*"; DestDir: "{app}"; Excludes: "\*.exe"; Flags: recursesubdirs ignoreversion
#else
Source: "{#Build}\package\dowse\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion
#endif

[Icons]
Name: "{group}\Dowse"; Filename: "{app}\dowse-window.exe"; AppUserModelID: "Dowse.Dowse"
Name: "{autodesktop}\Dowse"; Filename: "{app}\dowse-window.exe"; AppUserModelID: "Dowse.Dowse"; Tasks: desktopicon

[Registry]
Root: HKA; Subkey: "Software\Classes\dowse"; ValueType: string; ValueData: "URL:Dowse"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\dowse"; ValueName: "URL Protocol"; ValueType: string; ValueData: ""
Root: HKA; Subkey: "Software\Classes\dowse\DefaultIcon"; ValueType: string; ValueData: "{app}\dowse-window.exe,0"
Root: HKA; Subkey: "Software\Classes\dowse\shell\open\command"; ValueType: string; ValueData: """{app}\dowse-window.exe"" ""%1"""
Root: HKCU; Subkey: "Environment"; ValueName: "Path"; ValueType: expandsz; ValueData: "{olddata};{app}"; Tasks: path; Check: NotInPath

[Run]
; What starts at login is the program that was asked: the one without a terminal.
Filename: "{app}\dowse-window.exe"; Parameters: "engine autostart on"; Tasks: login
Filename: "{app}\dowse-window.exe"; Description: "{cm:LaunchProgram,Dowse}"; Flags: nowait postinstall skipifsilent

[UninstallRun]
Filename: "{app}\dowse.exe"; Parameters: "engine autostart off"; Flags: runhidden; RunOnceId: "login"

[Code]
function NotInPath: Boolean;
var
  Value: string;
begin
  Result := not RegQueryStringValue(HKCU, 'Environment', 'Path', Value)
    or (Pos(';' + Lowercase(ExpandConstant('{app}')) + ';', ';' + Lowercase(Value) + ';') = 0);
end;

{ Everything that runs from the folder has libraries open that an update or an uninstallation replaces. An open window
  starts the engine again when that ends, and the servers of agents do so at the next question: windows are asked to
  close first, then the engine ends in order, and what is left after that, such as a window that went to the tray, is
  ended. }
procedure EndPrograms;
var
  Command, Folder, TaskKill: string;
  Status: Integer;
begin
  Folder := ExpandConstant('{app}');
  Command := Folder + '\dowse.exe';
  TaskKill := ExpandConstant('{sys}\taskkill.exe');
  if FileExists(Command) then
  begin
    Exec(TaskKill, '/IM dowse-window.exe', '', SW_HIDE, ewWaitUntilTerminated, Status);
    Sleep(1000);
    Exec(Command, 'engine stop', Folder, SW_HIDE, ewWaitUntilTerminated, Status);
    Exec(TaskKill, '/F /IM dowse-window.exe /IM dowse.exe', '', SW_HIDE, ewWaitUntilTerminated, Status);
  end;
end;

function PrepareToInstall(var NeedsRestart: Boolean): String;
begin
  EndPrograms;
  Result := '';
end;

procedure CurUninstallStepChanged(Step: TUninstallStep);
var
  Value, Folder: string;
  Place: Integer;
begin
  if Step = usUninstall then
    EndPrograms;
  if (Step = usPostUninstall) and RegQueryStringValue(HKCU, 'Environment', 'Path', Value) then
  begin
    Folder := ExpandConstant('{app}');
    Place := Pos(';' + Lowercase(Folder) + ';', ';' + Lowercase(Value) + ';');
    if Place > 0 then
    begin
      Delete(Value, Place, Length(Folder) + 1);
      RegWriteExpandStringValue(HKCU, 'Environment', 'Path', Value);
    end;
  end;
end;
