terraform {
  required_providers {
    aws = { source = "hashicorp/aws", version = "~> 5.0" }
  }
}

provider "aws" {
  alias  = "west"
  region = var.region
}

# Where everything runs.
variable "region" {
  type = string
}

locals {
  name = "shop-${var.region}"
  tags = { Name = local.name }
}

data "aws_ami" "linux" {
  most_recent = true
}

resource "aws_vpc" "main" {
  cidr_block = "10.0.0.0/16"
}

resource "aws_instance" "web" {
  provider   = aws.west
  count      = length(var.region)
  ami        = data.aws_ami.linux.id
  tags       = merge(local.tags, { vpc = aws_vpc.main[0].id })
  depends_on = [module.network]
  user_data  = <<-EOT
    subnet ${module.network.subnets[*].id}
  EOT
}

module "network" {
  source = "./modules/network"
  cidr   = aws_vpc.main.cidr_block
}

module "registry" {
  source  = "terraform-aws-modules/vpc/aws"
  version = "5.1.0"
}

output "address" {
  value = [for each_one in aws_instance.web : each_one.ip if self.x != null]
}
