package api;

abstract class Store {
    abstract void keep();
}

class LabelStore extends Store {
    void keep() { query("INSERT INTO labels (id) VALUES (1)"); }
    void query(String text) { }
}

class Clerk {
    void close(Store store) { store.keep(); }
}
