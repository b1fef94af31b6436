"""Tables behind classes and objects of Kotlin."""

from tests.unit.indexer.resolve.graph_samples import edges, graph_of


def tables(text: str) -> set[str]:
    return {each for each in edges(graph_of({"a.kt": text})) if "sql:" in each}


def test_entities_of_jpa_have_tables_keys_and_repositories() -> None:
    text = """
package p
import jakarta.persistence.*
import org.springframework.data.repository.Repository

@Entity
@Table(name = "owners")
class Owner
@Entity
@Table(name = "pets")
class Pet {
    @ManyToOne
    @JoinColumn(name = "owner_id")
    var owner: Owner? = null
}
interface Owners : Repository<Owner, Int> { fun findById(id: Int): Owner; fun save(owner: Owner) }
class Service(val owners: Owners) { fun go() { owners.findById(1) } }
"""
    assert tables(text) == {
        "kt:p#Owner maps_to sql:main.owners",
        "kt:p#Pet maps_to sql:main.pets",
        "sql:main.pets foreign_key sql:main.owners",
        "kt:p#Owners reads_table sql:main.owners",
        "kt:p#Owners.findById reads_table sql:main.owners",
        "kt:p#Owners.save writes_table sql:main.owners",
        "kt:p#Service.go reads_table sql:main.owners",
    }


def test_objects_of_exposed_are_tables_that_functions_read_and_write() -> None:
    text = """
package p
import org.jetbrains.exposed.sql.*

object Cities : IntIdTable("cities")
object UsersTable : Table() {
    val city = reference("city_id", Cities)
    val other = integer("o").references(Cities.id)
}
fun read() = UsersTable.selectAll()
fun write() { Cities.insert { } }
fun none() = Other.selectAll()
"""
    assert tables(text) == {
        "kt:p#Cities maps_to sql:main.cities",
        "kt:p#UsersTable maps_to sql:main.users",
        "sql:main.users foreign_key sql:main.cities",
        "kt:p#read reads_table sql:main.users",
        "kt:p#write writes_table sql:main.cities",
    }


def test_entities_of_room_have_tables_and_queries_read_them() -> None:
    text = """
package p
import androidx.room.*

@Entity(tableName = "topics")
data class TopicEntity(val id: String)
@Entity(foreignKeys = [ForeignKey(entity = TopicEntity::class, parentColumns = ["id"])])
class Link
@Dao
interface TopicDao { @Query("SELECT * FROM topics WHERE id = :id") fun one(id: String): TopicEntity }
"""
    assert tables(text) == {
        "kt:p#TopicEntity maps_to sql:main.topics",
        "kt:p#Link maps_to sql:main.link",
        "sql:main.link foreign_key sql:main.topics",
        "kt:p#TopicDao.one reads_table sql:main.topics",
    }
