"""Tables of PHP programs: models of Eloquent, entities of Doctrine, and the code that asks for them."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

ELOQUENT = r"""<?php
namespace App\Models;
class Model extends \Illuminate\Database\Eloquent\Model { }
abstract class Entity extends Model { }
class Book extends Entity
{
    public function comments() { return $this->hasMany(Comment::class); }
}
class Category extends Entity { }
class Comment extends Model
{
    protected $table = 'remarks';
    public static function newest() { return static::query()->latest()->first(); }
    public static function clear() { self::where('old', true)->delete(); }
}
class Reply extends Comment { }
class User extends \Illuminate\Foundation\Auth\User { }
class Plain { }
"""
SERVICE = r"""<?php
namespace App\Services;
use App\Models\{Book, Plain};
class Shelf
{
    public function all() { return Book::query()->where('open', true)->get(); }
    public function change(Book $book, Plain $plain) { $book->save(); $plain->save(); }
    public function add() { Book::create(['name' => 'x']); Plain::create(); }
    public function close() { Book::query()->whereOpen(true)->update(['open' => false]); }
    public function gather() { Book::all()->push(1); Book::comments()->delete(); Plain::where('x', 1)->delete(); }
    public function open() { return Book::whereOpen(true)->count(); }
}
"""
RELATED = r"""<?php
namespace App;
class Token extends \Illuminate\Database\Eloquent\Model
{
    public function user(): BelongsTo { return $this->belongsTo(User::class)->withTrashed(); }
    public function marks() { return $this->hasMany(Mark::class); }
    public function other($x) { return $x->belongsTo(User::class); }
    public function never() { $this->belongsTo(User::class); }
}
class User { public function leave() { } }
class Mark { public function strike() { } }
class Desk
{
    public function one(Token $token) { $token->user->leave(); }
    public function many(Token $token) { foreach ($token->marks as $mark) { $mark->strike(); } }
    public function none(Token $token) { $token->other->leave(); $token->never->leave(); $token->marks->strike(); }
}
"""
SCOPED = r"""<?php
namespace App;
trait Seen { public function scopeWhereSeen($query) { } }
class Note extends \Illuminate\Database\Eloquent\Model
{
    use Seen;
    public function scopeOpen($query): Builder { return $query; }
    public function scope($query) { }
    public function short() { }
    public function scopeShort($query) { }
}
class Desk
{
    public function first() { Note::open()->get(); }
    public function second() { Note::query()->whereSeen(1)->get(); }
    public function third(Note $note) { $note->short(); $note->scope(1); }
    public function fourth(Note $note) { $note->open->run(); $note->closed(); }
}
"""
BUILDER = r"""<?php
namespace App;
use Illuminate\Support\Facades\DB;
class Desk
{
    public function read() { return DB::table('books as b')->where('b.id', 1)->get(); }
    public function write($db) { $db->connection()->table('books')->where('id', 1)->delete(); }
    public function from($query) { $query->select('id')->from('books'); }
    public function certain() { DB::table('unknown')->insert([]); }
    public function none($x, $db) { $x->table('nowhere'); $x->from("$db"); $db->table('books', 2); $x->from(); }
}
"""
DOCTRINE = r"""<?php
namespace App\Entity;
use Doctrine\ORM\Mapping as ORM;
#[ORM\Entity(repositoryClass: PostRepository::class)]
#[ORM\Table(name: 'blog_post')]
class Post
{
    #[ORM\ManyToOne(targetEntity: Author::class)]
    private ?Author $author = null;
    #[ORM\OneToMany(targetEntity: Mark::class, mappedBy: 'post')]
    private Collection $marks;
}
#[ORM\Entity]
class Author { }
/**
 * @ORM\Entity
 * @ORM\Table(name="old_mark")
 */
class Mark
{
    /**
     * @ORM\ManyToOne(targetEntity="App\Entity\Post", inversedBy="marks")
     */
    private $post;
}
/**
 * @extends ServiceEntityRepository<Post>
 */
class PostRepository extends ServiceEntityRepository
{
    public function findLatest(): array { return []; }
}
class Reader
{
    public function __construct(private PostRepository $posts, private EntityManagerInterface $em) { }
    public function read() { return $this->posts->findOneBy(['slug' => 'x']); }
    public function write(Post $post) { $this->em->persist($post); }
    public function mark() { return $this->em->getRepository(Mark::class)->findAll(); }
}
"""


@pytest.fixture(scope="module")
def eloquent() -> set[str]:
    return edges(graph_of({"app/models.php": ELOQUENT, "app/Shelf.php": SERVICE}))


@pytest.mark.parametrize(
    "edge",
    [
        "php:app/models.php#Book maps_to sql:main.books",
        "php:app/models.php#Category maps_to sql:main.categories",
        "php:app/models.php#Comment maps_to sql:main.remarks",
        "php:app/models.php#Reply maps_to sql:main.remarks",
        "php:app/models.php#User maps_to sql:main.users",
        "php:app/models.php#Book::comments references php:app/models.php#Comment",
        "php:app/Shelf.php#Shelf::all reads_table sql:main.books",
        "php:app/Shelf.php#Shelf::add writes_table sql:main.books",
        "php:app/Shelf.php#Shelf::close writes_table sql:main.books",
        "php:app/Shelf.php#Shelf::open reads_table sql:main.books",
        "php:app/models.php#Comment::newest reads_table sql:main.remarks",
        "php:app/models.php#Comment::clear writes_table sql:main.remarks",
        "php:app/Shelf.php#Shelf::change writes_table sql:main.books",
    ],
)
def test_eloquent(eloquent: set[str], edge: str) -> None:
    assert edge in eloquent


def test_only_queries_write_at_the_end_of_a_chain(eloquent: set[str]) -> None:
    assert {line for line in eloquent if "Shelf::gather" in line and "table" in line} == {
        "php:app/Shelf.php#Shelf::gather reads_table sql:main.books"
    }


def test_an_abstract_model_and_a_plain_class_have_no_table(eloquent: set[str]) -> None:
    mapped = {line.partition(" ")[0].rpartition("#")[2] for line in eloquent if " maps_to " in line}
    assert mapped == {"Book", "Category", "Comment", "Reply", "User"}


def test_a_relation_is_a_property() -> None:
    lines = edges(graph_of({"a.php": RELATED}))
    assert {line.replace("php:a.php#", "") for line in lines if " calls " in line} == {
        "Desk::one calls User::leave",
        "Desk::many calls Mark::strike",
    }


def test_queries_call_scopes_by_their_short_name() -> None:
    lines = edges(graph_of({"a.php": SCOPED}))
    assert {line.replace("php:a.php#", "") for line in lines if " calls " in line} == {
        "Desk::first calls Note::scopeOpen",
        "Desk::second calls Seen::scopeWhereSeen",
        "Desk::third calls Note::short",
        "Desk::third calls Note::scope",
    }


def test_queries_by_the_name_of_a_table() -> None:
    lines = edges(graph_of({"a.php": BUILDER, "schema.sql": "CREATE TABLE books (id INT);"}))
    assert {line.replace("php:a.php#Desk::", "").replace("sql:main.", "") for line in lines if "Desk" in line} == {
        "read reads_table books",
        "write reads_table books",
        "write writes_table books",
        "from reads_table books",
        "certain writes_table unknown",
    }


def test_doctrine() -> None:
    lines = {
        line.replace("php:src/Post.php#", "").replace("sql:main.", "")
        for line in edges(graph_of({"src/Post.php": DOCTRINE}))
    }
    assert {
        "Post maps_to blog_post",
        "Author maps_to author",
        "Mark maps_to old_mark",
        "PostRepository reads_table blog_post",
        "Reader::read reads_table blog_post",
        "Reader::mark reads_table old_mark",
        "Reader::write writes_table blog_post",
    } <= lines
    assert {line for line in lines if " foreign_key " in line} == {
        "blog_post foreign_key author",
        "old_mark foreign_key blog_post",
    }
