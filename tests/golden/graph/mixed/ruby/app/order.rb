require_relative "../lib/pricing"

class Order < ActiveRecord::Base
  include Pricing

  validate :check
  scope :open, -> { where(open: true) }

  def self.oldest = open.order(:id).first

  def lines = [id]

  private

  def check
    raise Broken unless lines.any?
  end

  class Broken < StandardError; end
end
