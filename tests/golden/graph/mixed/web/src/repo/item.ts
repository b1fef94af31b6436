export class Item { save() { log("x"); } }
const log = (text: string) => text;
