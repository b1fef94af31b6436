// Prints what the calls, new objects and bases of JavaScript and TypeScript files mean to the TypeScript compiler.
//
// Usage: node main.js TYPESCRIPT ROOT < PATHS. TYPESCRIPT is the folder of the package, PATHS are relative to ROOT, one
// a line. Each line printed is KIND, path, line, written name and targets, separated by tabs: KIND is "call", "make" or
// "base"; the targets are a JSON list of [path, line, name, isDemanded] in these files, "outside" for what is defined
// elsewhere or is only held by a variable, or "unknown" where the compiler knows nothing (a package that is not there).
"use strict";

const fs = require("fs");
const path = require("path");
const ts = require(process.argv[2]);

const root = fs.realpathSync(process.argv[3]);
const paths = fs.readFileSync(0, "utf8").split("\n").filter(Boolean);
const wanted = new Map(paths.map((each) => [path.join(root, each), each]));

const OPTIONS = {
  allowJs: true,
  noEmit: true,
  skipLibCheck: true,
  strict: true,
  types: [],
  experimentalDecorators: true,
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
  jsx: ts.JsxEmit.Preserve,
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
};
const SOURCES = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"];

// Packages of the workspace by name: a checkout has them neither linked nor built.
const workspaces = new Map();
for (const found of ts.sys.readDirectory(root, [".json"], ["**/node_modules/**"], ["**/package.json"])) {
  try {
    const read = JSON.parse(fs.readFileSync(found, "utf8"));
    if (read.name) workspaces.set(read.name, [path.dirname(found), read.exports]);
  } catch {
    continue;
  }
}

const rules = new Map();

function optionsFor(folder) {
  if (!rules.has(folder)) {
    const config = ["tsconfig.json", "jsconfig.json"].map((each) => path.join(folder, each)).find(ts.sys.fileExists);
    const isTop = folder === root || folder === path.dirname(folder);
    rules.set(folder, config ? read(config) : isTop ? OPTIONS : optionsFor(path.dirname(folder)));
  }
  return rules.get(folder);
}

function read(config) {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
  const { options } = ts.getParsedCommandLineOfConfigFile(config, { noEmit: true }, host) ?? { options: {} };
  return { ...OPTIONS, baseUrl: options.baseUrl, paths: options.paths, pathsBasePath: options.pathsBasePath };
}

function leaves(entry) {
  if (typeof entry === "string") return [entry];
  return entry && typeof entry === "object" ? Object.values(entry).flatMap(leaves) : [];
}

// The source of a module that a package of the workspace gives others.
function inWorkspace(name) {
  const parts = name.split("/");
  const count = name.startsWith("@") ? 2 : 1;
  const known = workspaces.get(parts.slice(0, count).join("/"));
  if (!known) return undefined;
  const inner = parts.slice(count).join("/");
  const [folder, given] = known;
  const written = given && typeof given === "object" ? leaves(inner ? given[`./${inner}`] : given["."] ?? given) : [];
  const stems = [...written, `src/${inner || "index"}`, inner || "index", `src/${inner}/index`];
  for (const stem of stems) {
    for (const each of [stem, stem.replace(/\b(dist|build|lib)\//, "src/")]) {
      const base = each.replace(/(\.d)?\.[cm]?[jt]sx?$/, "");
      const found = SOURCES.map((ending) => path.join(folder, base + ending)).find((file) => wanted.has(file));
      if (found) return found;
    }
  }
  return undefined;
}

// The source that declarations are of which stand beside it, or that a package of the workspace gives others.
function sourceOf(found, name) {
  if (!/\.d\.[cm]?ts$/.test(found)) return undefined;
  const stem = found.replace(/\.d\.([cm]?)ts$/, ".$1js");
  return wanted.has(stem) ? stem : name.startsWith(".") ? undefined : inWorkspace(name);
}

const host = ts.createCompilerHost(OPTIONS);
host.resolveModuleNameLiterals = (literals, file) =>
  literals.map(({ text }) => {
    const options = optionsFor(path.dirname(file));
    const found = ts.resolveModuleName(text, file, options, host).resolvedModule;
    const isHere = found && !found.resolvedFileName.includes("/node_modules/");
    const source = isHere ? sourceOf(found.resolvedFileName, text) : undefined;
    if (isHere && !source) return { resolvedModule: found };
    const inner = source ?? inWorkspace(text);
    return {
      resolvedModule: inner ? { resolvedFileName: inner, extension: path.extname(inner) } : undefined,
    };
  });

const program = ts.createProgram([...wanted.keys()], OPTIONS, host);
const checker = program.getTypeChecker();

function lineOf(node) {
  const file = node.getSourceFile();
  return file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
}

function isFunction(node) {
  while (node && (ts.isParenthesizedExpression(node) || ts.isAsExpression(node))) node = node.expression;
  return Boolean(node) && (ts.isFunctionExpression(node) || ts.isArrowFunction(node) || ts.isClassExpression(node));
}

function assigned(node) {
  let value = node.parent;
  while (value && ts.isBinaryExpression(value)) value = value.right;
  return value;
}

// Whether a declaration is of what runs: a variable that holds a function that came from elsewhere is none.
function isDemanded(node) {
  if (ts.isVariableDeclaration(node)) {
    const statement = node.parent.parent;
    return isFunction(node.initializer) || (ts.canHaveModifiers(statement) && isExported(statement));
  }
  if (ts.isPropertyDeclaration(node) || ts.isPropertyAssignment(node)) return isFunction(node.initializer);
  if (ts.isPropertyAccessExpression(node)) return isFunction(assigned(node));
  if (ts.isBinaryExpression(node)) return isFunction(assigned(node.left));
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isClassDeclaration(node) ||
    isType(node)
  );
}

function isType(node) {
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
}

function isExported(statement) {
  return (ts.getModifiers(statement) ?? []).some((each) => each.kind === ts.SyntaxKind.ExportKeyword);
}

function nameOf(declaration) {
  if (ts.isPropertyAccessExpression(declaration)) return declaration.name;
  if (ts.isBinaryExpression(declaration)) return nameOf(declaration.left);
  return declaration.name ?? declaration;
}

// Whether a declaration is ``module.exports = function () {}``, whose name is that of the whole module.
function isWhole(declaration) {
  const left = ts.isBinaryExpression(declaration) ? declaration.left : declaration;
  return ts.isPropertyAccessExpression(left) && left.getText() === "module.exports";
}

function symbolOf(name) {
  let symbol = checker.getSymbolAtLocation(name);
  if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
  return symbol;
}

// What a property or a part of ``exports`` is set to by name: it is the same thing by another name.
function meant(declaration) {
  const holds = ts.isPropertyAccessExpression(declaration) ? assigned(declaration) : declaration.initializer;
  if (ts.isShorthandPropertyAssignment(declaration)) {
    const value = checker.getShorthandAssignmentValueSymbol(declaration);
    const named = value && value.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(value) : value;
    return named?.declarations ?? [];
  }
  const isGiven = ts.isPropertyAccessExpression(declaration) || ts.isPropertyAssignment(declaration);
  return isGiven && holds && ts.isIdentifier(holds) ? symbolOf(holds)?.declarations ?? [] : [];
}

// What a variable holds of an object by another name: ``const { open: run } = shop``, ``const run = shop.open``.
function held(declaration) {
  if (ts.isBindingElement(declaration)) {
    const name = declaration.propertyName ?? declaration.name;
    const whole = checker.getTypeAtLocation(declaration.parent);
    return (ts.isIdentifier(name) && whole.getProperty(name.text)?.declarations) || [];
  }
  const value = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  return value && ts.isPropertyAccessExpression(value) ? symbolOf(value.name)?.declarations ?? [] : [];
}

// Whether a name is taken out of a value of which the compiler knows nothing.
function isOfUnknown(declaration) {
  return ts.isBindingElement(declaration) && Boolean(checker.getTypeAtLocation(declaration.parent).flags & ts.TypeFlags.Any);
}

function targets(kind, name) {
  const own = symbolOf(name)?.declarations ?? [];
  const others = new Set(own.flatMap(held));
  for (const each of [...others].flatMap(meant)) others.add(each);
  const declarations = [...own, ...own.flatMap(meant), ...others];
  if (!declarations.length || (!others.size && own.some(isOfUnknown))) return "unknown";
  const found = declarations.filter((each) => wanted.has(each.getSourceFile().fileName)).map((each) => {
    const named = nameOf(each);
    const isNamed = ts.isIdentifier(named) || ts.isPrivateIdentifier(named) || ts.isStringLiteralLike(named);
    const own = isWhole(each) ? assigned(ts.isBinaryExpression(each) ? each.left : each)?.name?.text : named.text;
    const text = isNamed ? own ?? "default" : "default";
    return [wanted.get(each.getSourceFile().fileName), lineOf(named), text, !others.has(each) && isDemanded(each) && (kind === "base" || !isType(each))];
  });
  return found.length ? JSON.stringify(found) : "outside";
}

function print(kind, expression, node) {
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  if (!ts.isIdentifier(name) && !ts.isPrivateIdentifier(name)) return;
  const file = wanted.get(node.getSourceFile().fileName);
  lines.push([kind, file, lineOf(name), name.text, targets(kind, name)].join("\t"));
}

function visit(node) {
  if (ts.isCallExpression(node)) print("call", node.expression, node);
  else if (ts.isNewExpression(node)) print("make", node.expression, node);
  else if (ts.isTaggedTemplateExpression(node)) print("call", node.tag, node);
  else if (ts.isHeritageClause(node)) node.types.forEach((each) => print("base", each.expression, node));
  else if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) {
    if (!/^[a-z]/.test(node.tagName.getText())) print("call", node.tagName, node);
  }
  ts.forEachChild(node, visit);
}

const lines = [];
for (const file of program.getSourceFiles()) if (wanted.has(file.fileName)) visit(file);
process.stdout.write(lines.join("\n") + "\n");
