export * from "./impl";
export { Item as default } from "./item";
