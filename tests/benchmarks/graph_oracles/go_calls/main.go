// Prints who calls whom inside a Go module, as the language's own type checker knows it.
//
// Usage: go run main.go ROOT MODULE. Each line is KIND, caller and called, separated by tabs: KIND is "call", "make"
// (a composite literal of a named type, or a conversion to it) or "file" (one that was read; nothing is called). Names are FOLDER.Function or FOLDER.Type.Method; what stands
// outside of functions is called by "file:PATH". Packages that are not there are taken for unknown.
package main

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

type checker struct {
	root, module string
	files        *token.FileSet
	standard     types.Importer
	known        map[string]*types.Package
	lines        map[string]bool
}

// Import returns a package of the module, of the standard library, or an error.
func (c *checker) Import(path string) (*types.Package, error) {
	if path == c.module || strings.HasPrefix(path, c.module+"/") {
		return c.check(path), nil
	}
	if strings.Contains(strings.SplitN(path, "/", 2)[0], ".") {
		return nil, fmt.Errorf("%s is not there", path)
	}
	return c.standard.Import(path)
}

func (c *checker) folder(path string) string {
	if path == c.module {
		return "."
	}
	return strings.TrimPrefix(path, c.module+"/")
}

func (c *checker) check(path string) *types.Package {
	if found, ok := c.known[path]; ok {
		return found
	}
	folder := filepath.Join(c.root, c.folder(path))
	names, _ := filepath.Glob(filepath.Join(folder, "*.go"))
	sort.Strings(names)
	var parsed []*ast.File
	for _, name := range names {
		wanted, err := build.Default.MatchFile(folder, filepath.Base(name))
		if err != nil || !wanted || strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, _ := parser.ParseFile(c.files, name, nil, 0)
		if file != nil {
			parsed = append(parsed, file)
		}
	}
	c.known[path] = types.NewPackage(path, filepath.Base(path))
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{}}
	settings := types.Config{Importer: c, Error: func(error) {}, FakeImportC: true}
	found, _ := settings.Check(path, c.files, parsed, info)
	if found != nil {
		c.known[path] = found
	}
	for _, file := range parsed {
		c.read(path, file, info)
	}
	return c.known[path]
}

func (c *checker) read(path string, file *ast.File, info *types.Info) {
	relative, _ := filepath.Rel(c.root, c.files.Position(file.Pos()).Filename)
	c.lines["file\t"+relative+"\t"] = true
	for _, declared := range file.Decls {
		caller := "file:" + relative
		if function, ok := declared.(*ast.FuncDecl); ok {
			caller = c.folder(path) + "." + receiver(function) + function.Name.Name
		}
		ast.Inspect(declared, func(node ast.Node) bool {
			switch each := node.(type) {
			case *ast.CallExpr:
				if made, ok := info.Types[each.Fun].Type.(*types.Named); ok && info.Types[each.Fun].IsType() {
					c.say("make", caller, c.object(made.Obj(), ""))
				}
				if called, ok := info.Uses[name(each.Fun)].(*types.Func); ok {
					c.say("call", caller, c.function(called.Origin()))
				}
			case *ast.CompositeLit:
				if made, ok := info.Types[each].Type.(*types.Named); ok {
					c.say("make", caller, c.object(made.Obj(), ""))
				}
			}
			return true
		})
	}
}

func (c *checker) say(kind, caller, called string) {
	if called != "" && caller != called {
		c.lines[kind+"\t"+caller+"\t"+called] = true
	}
}

func (c *checker) object(found types.Object, holder string) string {
	if found.Pkg() == nil || (found.Pkg().Path() != c.module && !strings.HasPrefix(found.Pkg().Path(), c.module+"/")) {
		return ""
	}
	return c.folder(found.Pkg().Path()) + "." + holder + found.Name()
}

func (c *checker) function(found *types.Func) string {
	held := found.Type().(*types.Signature).Recv()
	if held == nil {
		return c.object(found, "")
	}
	type_ := held.Type()
	if pointer, ok := type_.(*types.Pointer); ok {
		type_ = pointer.Elem()
	}
	if named, ok := type_.(*types.Named); ok {
		return c.object(found, named.Obj().Name()+".")
	}
	return ""
}

// name returns the identifier that says what is called.
func name(function ast.Expr) *ast.Ident {
	switch each := function.(type) {
	case *ast.Ident:
		return each
	case *ast.SelectorExpr:
		return each.Sel
	case *ast.ParenExpr:
		return name(each.X)
	case *ast.IndexExpr:
		return name(each.X)
	case *ast.IndexListExpr:
		return name(each.X)
	}
	return nil
}

func receiver(function *ast.FuncDecl) string {
	if function.Recv == nil || len(function.Recv.List) == 0 {
		return ""
	}
	type_ := function.Recv.List[0].Type
	if star, ok := type_.(*ast.StarExpr); ok {
		type_ = star.X
	}
	if found := name(type_); found != nil {
		return found.Name + "."
	}
	return ""
}

func main() {
	c := &checker{root: os.Args[1], module: os.Args[2], files: token.NewFileSet(),
		known: map[string]*types.Package{}, lines: map[string]bool{}}
	c.standard = importer.ForCompiler(c.files, "source", nil)
	_ = filepath.Walk(c.root, func(path string, entry os.FileInfo, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		base := entry.Name()
		if path != c.root && (strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") || base == "testdata" || base == "vendor") {
			return filepath.SkipDir
		}
		relative, _ := filepath.Rel(c.root, path)
		if relative == "." {
			c.check(c.module)
		} else {
			c.check(c.module + "/" + filepath.ToSlash(relative))
		}
		return nil
	})
	var sorted []string
	for line := range c.lines {
		sorted = append(sorted, line)
	}
	sort.Strings(sorted)
	fmt.Println(strings.Join(sorted, "\n"))
}
