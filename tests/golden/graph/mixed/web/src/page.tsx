import React, { useState } from "react";
import Button, { type Props } from "@lib/button";
import { Repo as R } from "./repo";
import * as all from "./repo/index.js";

export class Page extends all.Base implements Props {
  constructor(private repo: R) { super(); }
  async load() {
    const item = await this.repo.get();
    item.save();
    new R().get();
    fetch("/x");
    return <Button />;
  }
}
