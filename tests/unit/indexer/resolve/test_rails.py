"""Programs of Rails and Sinatra: models and their tables, routes, callbacks, jobs and mailers."""

import pytest

from tests.unit.indexer.resolve.graph_samples import edges, graph_of

FILES = {
    "config/routes.rb": """
Rails.application.routes.draw do
  root to: "home#index"
  get "/about" => "home#about"
  get "/old", to: redirect("/about")
  match "/find(/:word)", to: "home#find", via: [:get, :post]
  resources :stories, only: [:index, :update] do
    post "upvote"
    member { get :edit_notes }
    resources :comments, only: %i[create]
    shallow do
      resources :notes, only: [:index, :show] do
        get "raw", on: :member
        get "recent", on: :collection
        resources :marks, only: [:index, :destroy]
      end
    end
  end
  namespace :admin do
    resource :profile, only: :show
    get "stats/:day" => "stats#day"
    resources :groups, only: [], shallow: true do
      resources :members, only: [:create, :destroy]
    end
  end
end
""",
    "app/controllers/home_controller.rb": """
class HomeController < ApplicationController
  before_action :require_user, only: [:about], unless: :open?
  rescue_from Story::Missing, with: :gone
  def index
    @stories = Story.recent.where(hidden: false).order(:id)
    @stories.each { |story| story.title_for(current_user) }
  end
  def about; NoteJob.perform_later(1); StoryMailer.welcome(1).deliver; end
  def find; end
  def gone; end
end
""",
    "app/controllers/application_controller.rb": """
class ApplicationController < ActionController::Base
  include Authentication
  def open?; end
end
""",
    "app/controllers/concerns/authentication.rb": """
module Authentication
  extend ActiveSupport::Concern
  included do
    helper_method :current_user
  end
  class_methods do
    def skip; end
  end
  def current_user; User.find_by(id: 1); end
  def require_user; current_user.admin? ; end
end
""",
    "app/controllers/stories_controller.rb": """
class StoriesController < ApplicationController
  skip
  def index; end
  def update
    story = Story.find(params[:id])
    story.update!(params)
    story.comments.destroy_all
    story.user.admin?
  end
  def upvote; end
  def edit_notes; end
end
""",
    "app/controllers/comments_controller.rb": """
class CommentsController
  def create; Comment.find_by_text(1); end
end
""",
    "app/controllers/admin/profiles_controller.rb": "class Admin::ProfilesController\n  def show; end\nend\n",
    "app/controllers/admin/stats_controller.rb": """
module Admin
  class StatsController
    def day; end
  end
end
""",
    "app/controllers/notes_controller.rb": """
class NotesController
  def index; end
  def show; end
  def raw; end
  def recent; end
end
""",
    "app/controllers/marks_controller.rb": "class MarksController\n  def index; end\n  def destroy; end\nend\n",
    "app/controllers/admin/members_controller.rb": """
class Admin::MembersController
  def create; end
  def destroy; end
end
""",
    "app/jobs/note_job.rb": "class NoteJob < ApplicationJob\n  def perform(id); end\nend\n",
    "app/mailers/story_mailer.rb": "class StoryMailer < ApplicationMailer\n  def welcome(id); end\nend\n",
    "app/models/application_record.rb": """
class ApplicationRecord < ActiveRecord::Base
  primary_abstract_class
end
""",
    "app/models/story.rb": """
class Story < ApplicationRecord
  class Missing < StandardError; end
  belongs_to :user
  has_many :comments, dependent: :destroy
  has_many :readers, class_name: "User"
  has_many :users, through: :comments
  has_many :comments_read, through: :readers, source: :comment
  belongs_to :owner, polymorphic: true
  scope :recent, -> { where(old: false) }
  validate :check
  delegate :name, to: :user, prefix: true
  def self.purge; where(old: true).delete_all; end
  def title_for(user); end
  def check; end
end
class Podcast < Story; end
""",
    "app/models/user.rb": "class User < ApplicationRecord\n  self.table_name = 'people'\n  def admin?; end\nend\n",
    "app/models/comment.rb": "class Comment < ActiveRecord::Base\nend\n",
    "app/models/rule.rb": """
class Rule < ApplicationRecord
  self.table_name = "#{table_name_prefix}workflows#{ActiveRecord::Base.table_name_suffix}"
end
class Transition < Rule; end
""",
    "app/models/shard.rb": """
class Shard < ApplicationRecord
  self.table_name = "shard_#{ENV['SHARD']}"
end
class Replica < Shard; end
class Setting < ApplicationRecord
  self.table_name = Shop.tables[:settings]
end
""",
    "app/models/site_news.rb": "class SiteNews < ApplicationRecord; end\n",
    "app/models/analysis.rb": "class Analysis < ApplicationRecord; end\n",
    "db/schema.rb": """
ActiveRecord::Schema.define do
  create_table "stories" do |t|
  end
  create_table "logs" do |t|
  end
  add_foreign_key "logs", "stories"
end
""",
    "spec/requests/home_spec.rb": 'it { get "/about"; post "/stories/#{id}/upvote" }\n',
    "spec/controllers/stories_controller_spec.rb": """
RSpec.describe StoriesController, type: :controller do
  it { post(:upvote, params: { id: 1 }); client.get :index; get path }
end
""",
    "test/controllers/home_controller_test.rb": """
class HomeControllerTest < ActionController::TestCase
  def test_find
    get :find
    assert_response :success
  end
  def test_other; get :missing; end
end
class Admin::SomethingTest < ActionController::TestCase
  tests Admin::StatsController
  def test_day; get :day; end
end
class ClientTest < ActiveSupport::TestCase
  def test_index; get :index; end
end
""",
    "spec/models/story_spec.rb": """
describe Story do
  let(:story) { create(:story, user: nil) }
  subject { Story.new }
  let(:other) { User.find(1) }
  it { story.check; other.admin?; subject.title_for(1) }
end
""",
    "tool/web.rb": """
class Web < Sinatra::Base
  get '/status/:name' do
    report
  end
  def report; end
end
""",
}


@pytest.fixture(scope="module")
def graph() -> set[str]:
    return edges(graph_of(FILES))


@pytest.mark.parametrize(
    "edge",
    [
        "http:GET / calls rb:HomeController#index",
        "http:GET /about calls rb:HomeController#about",
        "http:POST /find calls rb:HomeController#find",
        "http:GET /stories calls rb:StoriesController#index",
        "http:PATCH /stories/{id} calls rb:StoriesController#update",
        "http:POST /stories/{story_id}/upvote calls rb:StoriesController#upvote",
        "http:GET /stories/{id}/edit_notes calls rb:StoriesController#edit_notes",
        "http:POST /stories/{story_id}/comments calls rb:CommentsController#create",
        "http:GET /stories/{story_id}/notes calls rb:NotesController#index",
        "http:GET /stories/{story_id}/notes/recent calls rb:NotesController#recent",
        "http:GET /notes/{id} calls rb:NotesController#show",
        "http:GET /notes/{id}/raw calls rb:NotesController#raw",
        "http:GET /notes/{note_id}/marks calls rb:MarksController#index",
        "http:DELETE /marks/{id} calls rb:MarksController#destroy",
        "http:POST /admin/groups/{group_id}/members calls rb:Admin.MembersController#create",
        "http:DELETE /admin/members/{id} calls rb:Admin.MembersController#destroy",
        "http:GET /admin/profile calls rb:Admin.ProfilesController#show",
        "http:GET /admin/stats/{day} calls rb:Admin.StatsController#day",
        "http:GET /status/{name} calls rb:Web#report",
        "file:spec/requests/home_spec.rb calls http:GET /about",
        "file:spec/requests/home_spec.rb calls http:POST /stories/{story_id}/upvote",
    ],
)
def test_a_route_leads_to_what_serves_it(graph: set[str], edge: str) -> None:
    assert edge in graph


@pytest.mark.parametrize(
    "edge",
    [
        "rb:HomeController references rb:Authentication#require_user",
        "rb:HomeController references rb:ApplicationController#open?",
        "rb:HomeController references rb:HomeController#gone",
        "rb:HomeController references rb:Story.Missing",
        "rb:HomeController#about calls rb:NoteJob#perform",
        "rb:HomeController#about calls rb:StoryMailer#welcome",
        "rb:HomeController#index calls rb:Story.recent",
        "rb:HomeController#index calls rb:Story#title_for",
        "rb:HomeController#index calls rb:Authentication#current_user",
        "rb:Authentication references rb:Authentication#current_user",
        "rb:Authentication#require_user calls rb:User#admin?",
        "rb:StoriesController calls rb:Authentication.ClassMethods#skip",
        "rb:StoriesController#update calls rb:Story#comments",
        "rb:StoriesController#update calls rb:User#admin?",
        "rb:Story references rb:Story#check",
        "rb:Story#comments references rb:Comment",
        "rb:Story#readers references rb:User",
        "rb:Story#users references rb:User",
        "rb:Story#name references rb:Story#user",
    ],
)
def test_what_rails_calls_by_a_name_is_used(graph: set[str], edge: str) -> None:
    assert edge in graph


@pytest.mark.parametrize(
    "edge",
    [
        "rb:Story maps_to sql:main.stories",
        "rb:Podcast maps_to sql:main.stories",
        "rb:User maps_to sql:main.people",
        "rb:Comment maps_to sql:main.comments",
        "rb:Rule maps_to sql:main.workflows",
        "rb:Transition maps_to sql:main.workflows",
        "rb:SiteNews maps_to sql:main.site_news",
        "rb:Analysis maps_to sql:main.analyses",
        "file:db/schema.rb maps_to sql:main.logs",
        "sql:main.logs foreign_key sql:main.stories",
        "sql:main.stories foreign_key sql:main.people",
        "rb:Story#comments reads_table sql:main.comments",
        "rb:Story.recent reads_table sql:main.stories",
        "rb:Story.purge writes_table sql:main.stories",
        "rb:HomeController#index reads_table sql:main.stories",
        "rb:StoriesController#update reads_table sql:main.stories",
        "rb:StoriesController#update writes_table sql:main.stories",
        "rb:StoriesController#update writes_table sql:main.comments",
        "rb:Authentication#current_user reads_table sql:main.people",
        "rb:CommentsController#create reads_table sql:main.comments",
    ],
)
def test_a_model_stands_for_its_table(graph: set[str], edge: str) -> None:
    assert edge in graph


@pytest.mark.parametrize("method", ["rb:Story#check", "rb:User#admin?", "rb:Story#title_for"])
def test_a_spec_uses_what_it_calls_on_what_it_lets(graph: set[str], method: str) -> None:
    assert f"file:spec/models/story_spec.rb calls {method}" in graph


def test_the_test_of_a_controller_calls_the_actions_that_it_requests(graph: set[str]) -> None:
    assert {each for each in graph if each.endswith("Controller#find") and "Test" in each} == {
        "rb:HomeControllerTest#test_find calls rb:HomeController#find"
    }
    assert {each for each in graph if each.startswith("file:spec/controllers/") and " calls " in each} == {
        "file:spec/controllers/stories_controller_spec.rb calls rb:StoriesController#upvote"
    }
    assert "rb:Admin.SomethingTest#test_day calls rb:Admin.StatsController#day" in graph
    assert not {each for each in graph if each.startswith("rb:ClientTest") and " calls " in each}


@pytest.mark.parametrize("name", ["ApplicationRecord", "Shard", "Replica", "Setting"])
def test_a_class_that_is_abstract_or_has_an_unknown_table_has_none(graph: set[str], name: str) -> None:
    assert not {each for each in graph if each.startswith(f"rb:{name} maps_to")}


@pytest.mark.parametrize("made", ["build_module(1)", "Uploader.for(:image)", "2"])
def test_a_model_may_mix_in_a_module_that_a_call_makes(made: str) -> None:
    files = {"a.rb": f"Shared = {made}\n", "b.rb": "class Order < ActiveRecord::Base\n  include Shared\nend\n"}
    assert "rb:Order maps_to sql:main.orders" in edges(graph_of(files))
